//! The environment in which every tool runs: one place for all commands.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;

/// Variables that programs are started with, besides the ones that are there already.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    variables: Vec<(&'static str, OsString)>,
}

impl Environment {
    /// The environment for tools that lie in these folders, in addition to npm's.
    pub(crate) fn new(workspace: &Workspace, tool_folders: &[PathBuf], bindgen: &Path) -> Result<Self> {
        let node_bin = workspace.node_bin();
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders =
            tool_folders.iter().cloned().chain([node_bin.clone()]).chain(env::split_paths(&inherited));
        let path = env::join_paths(folders).context("a folder on PATH has a colon in its name")?;
        let xtask = env::current_exe().context("where xtask lies is not known")?;
        let variables = vec![
            ("PATH", path),
            // So that hooks of Trunk and wrangler call back without asking cargo first.
            ("DOCKET_XTASK", xtask.into()),
            // worker-build downloads what it is not pointed at.
            ("WASM_BINDGEN_BIN", bindgen.into()),
            ("WASM_OPT_BIN", node_bin.join("wasm-opt").into()),
            ("ESBUILD_BIN", node_bin.join("esbuild").into()),
            // No tool looks for a newer version of itself, reports on its use, or calls home.
            ("TRUNK_SKIP_VERSION_CHECK", "true".into()),
            ("WRANGLER_SEND_METRICS", "false".into()),
            ("WRANGLER_SEND_ERROR_REPORTS", "false".into()),
            ("WRANGLER_NO_SKILLS_UPDATE_PROMPTS", "true".into()),
            ("WRANGLER_HIDE_BANNER", "true".into()),
            ("CLOUDFLARE_CF_FETCH_ENABLED", "false".into()),
            // A tool's own call stack explains nothing about a build that failed.
            ("RUST_LIB_BACKTRACE", "0".into()),
            // Logs outside the checkout would keep what was said in it.
            ("WRANGLER_WRITE_LOGS", "false".into()),
        ];
        Ok(Self { variables })
    }

    /// What this process was started with, and nothing else.
    pub(crate) fn inherited() -> Self {
        Self { variables: Vec::new() }
    }

    /// A command in this environment, started in the top folder.
    pub(crate) fn command(&self, program: &str, workspace: &Workspace) -> Command {
        let mut command = Command::new(self.program(program));
        command.current_dir(workspace.root()).envs(self.variables.iter().cloned());
        command
    }

    /// PATH as it is in this environment, behind another folder.
    pub(crate) fn path_from(&self, first: &Path) -> Result<OsString> {
        let mine = self.variables.iter().find(|(variable, _)| *variable == "PATH");
        let path = mine.map(|(_, value)| value.clone()).or_else(|| env::var_os("PATH")).unwrap_or_default();
        env::join_paths([first.to_owned()].into_iter().chain(env::split_paths(&path)))
            .context("a folder on PATH has a colon in its name")
    }

    /// The program of this name that PATH leads to. The standard library looks a bare name up on this process's
    /// own PATH, which is not the one that the program is to have.
    fn program(&self, name: &str) -> PathBuf {
        let path = self.variables.iter().find(|(variable, _)| *variable == "PATH").map(|(_, value)| value);
        let found = path.and_then(|path| find(name, env::split_paths(path)));
        found.unwrap_or_else(|| name.into())
    }
}

/// The first of the folders' programs of this name.
pub(crate) fn find(name: &str, mut folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    folders.find_map(|folder| {
        let candidate = folder.join(name);
        candidate.is_file().then_some(candidate)
    })
}

/// The first program of this name on this process's PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    find(name, env::split_paths(&env::var_os("PATH")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_tools_come_before_npms_and_the_systems() {
        let workspace = Workspace::find().unwrap();
        let tools = PathBuf::from("/tools/bin");
        let environment =
            Environment::new(&workspace, std::slice::from_ref(&tools), Path::new("/tools/bin/wasm-bindgen"))
                .unwrap();
        let path = environment.variables.iter().find(|(name, _)| *name == "PATH").unwrap();
        let folders: Vec<PathBuf> = env::split_paths(&path.1).take(2).collect();
        assert_eq!(folders, [tools, workspace.node_bin()]);
    }
}
