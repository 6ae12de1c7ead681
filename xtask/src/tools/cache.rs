//! The folder outside the checkout that keeps tools for every clone.

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Context as _, Result};

use super::pinned::Pinned;

/// `${DOCKET_CACHE or XDG_CACHE_HOME or ~/.cache}/docket`, with one folder for each version of each tool.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The cache that the environment leads to.
    pub(crate) fn from_env() -> Result<Self> {
        Self::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self> {
        let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set("DOCKET_CACHE")
            .or_else(|| set("XDG_CACHE_HOME"))
            .or_else(|| set("HOME").map(|home| home.join(".cache")))
            .context("neither HOME nor DOCKET_CACHE is set: there is no folder to keep tools in")?;
        Ok(Self { root: base.join("docket") })
    }

    /// Where all tools are.
    pub(crate) fn tools(&self) -> PathBuf {
        self.root.join("tools")
    }

    /// Where one tool is, or will be.
    pub(crate) fn tool(&self, tool: &Pinned) -> PathBuf {
        self.tools().join(format!("{}-{}", tool.program, tool.version))
    }

    /// Where cargo builds tools. Can be deleted when they are installed.
    pub(crate) fn build(&self) -> PathBuf {
        self.root.join("build")
    }

    /// The file that is locked while tools are installed.
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
    fn the_most_particular_setting_wins() {
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
