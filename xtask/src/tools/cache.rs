//! The folder outside the checkout with the tools of every clone.

use std::{env, path::PathBuf};

use anyhow::Result;
use etcetera::base_strategy::{BaseStrategy as _, Xdg};

use super::pinned::Pinned;
use crate::environment::names;

/// `${DOCKET_CACHE or XDG_CACHE_HOME or ~/.cache}/docket`, with one folder for each version of each tool.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The cache that the environment names.
    pub(crate) fn from_env() -> Result<Self> {
        let chosen = env::var_os(names::CACHE).filter(|value| !value.is_empty());
        let base =
            chosen.map_or_else(|| Xdg::new().map(|xdg| xdg.cache_dir()), |chosen| Ok(chosen.into()))?;
        Ok(Self { root: base.join("docket") })
    }

    /// The folder of all tools.
    pub(crate) fn tools(&self) -> PathBuf {
        self.root.join("tools")
    }

    /// The folder of one tool.
    pub(crate) fn tool(&self, tool: &Pinned) -> PathBuf {
        self.tools().join(format!("{}-{}", tool.program, tool.version))
    }

    /// Cargo's target directory for the tools.
    pub(crate) fn build(&self) -> PathBuf {
        self.root.join("build")
    }

    /// The file that a run locks while it installs tools.
    pub(crate) fn lock(&self) -> PathBuf {
        self.root.join("install.lock")
    }
}
