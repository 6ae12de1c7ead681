//! The folder outside the checkout with the tools of every clone.

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Context as _, Result};

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
        Self::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self> {
        let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set(names::CACHE)
            .or_else(|| set("XDG_CACHE_HOME"))
            .or_else(|| set("HOME").map(|home| home.join(".cache")))
            .context("neither HOME nor DOCKET_CACHE is set, so there is no folder for the tools")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::pinned::ALL;

    fn root(variables: &[(&str, &str)]) -> Result<PathBuf> {
        let find = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into());
        Cache::from_variables(find).map(|cache| cache.root)
    }

    #[test]
    fn the_most_specific_variable_wins() {
        let all = [("DOCKET_CACHE", "/d"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h")];
        assert_eq!(root(&all).unwrap(), PathBuf::from("/d/docket"));
        assert_eq!(root(&all[1..]).unwrap(), PathBuf::from("/x/docket"));
        assert_eq!(root(&all[2..]).unwrap(), PathBuf::from("/h/.cache/docket"));
        assert_eq!(root(&[("DOCKET_CACHE", ""), ("HOME", "/h")]).unwrap(), PathBuf::from("/h/.cache/docket"));
        assert!(root(&[]).is_err());
    }

    #[test]
    fn each_version_has_its_folder() {
        let cache = Cache { root: "/c/docket".into() };
        let folders = ALL.map(|tool| cache.tool(&tool));
        let expected = ["wasm-bindgen-0.2.130", "worker-build-0.8.7", "trunk-0.21.14"];
        assert_eq!(folders, expected.map(|name| PathBuf::from("/c/docket/tools").join(name)));
    }
}
