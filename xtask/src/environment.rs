//! The environment in which every tool runs.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;

/// Names of the variables that xtask reads and sets for itself; the Worker gets none of them.
pub(crate) mod names {
    /// The folder that holds the tool cache.
    pub(crate) const CACHE: &str = "DOCKET_CACHE";
    /// The browser of the end-to-end tests.
    pub(crate) const CHROMIUM: &str = "DOCKET_CHROMIUM";
    /// How wrangler's build hook compiles app and Worker.
    pub(crate) const EDGE_PROFILE: &str = "DOCKET_EDGE_PROFILE";
    /// The Worker of a release after this one, for the tests of upgrade and back-out.
    pub(crate) const NEXT_WORKER: &str = "DOCKET_NEXT_WORKER";
    /// The archive that the tests of the package unpack.
    pub(crate) const PACKAGE: &str = "DOCKET_PACKAGE";
    /// Set by a command that uses the app and Worker built before.
    pub(crate) const PREBUILT: &str = "DOCKET_PREBUILT";
    /// The program that generates requests by the description of the API.
    pub(crate) const SCHEMATHESIS: &str = "DOCKET_SCHEMATHESIS";
    /// The admin key of the stand-in service.
    pub(crate) const SIM_KEY: &str = "DOCKET_SIM_KEY";
    /// The xtask binary, so that hooks of Trunk and wrangler start it without cargo.
    pub(crate) const XTASK: &str = "DOCKET_XTASK";

    /// All of them.
    pub(crate) const ALL: [&str; 9] =
        [CACHE, CHROMIUM, EDGE_PROFILE, NEXT_WORKER, PACKAGE, PREBUILT, SCHEMATHESIS, SIM_KEY, XTASK];
}

/// A checkout and the variables that its tools run with, in addition to the inherited ones.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    pub(crate) workspace: Workspace,
    variables: Vec<(&'static str, OsString)>,
}

impl Environment {
    /// Puts the folders of these tools and of npm's programs first on PATH, in this order.
    pub(crate) fn new(workspace: Workspace, tools: &[PathBuf]) -> Result<Self> {
        let node_bin = workspace.node_bin();
        let folders = tools.iter().filter_map(|tool| tool.parent()).chain([node_bin.as_path()]);
        let path = prepend(folders, &env::var_os("PATH").unwrap_or_default())?;
        let bindgen = tools.iter().find(|tool| tool.ends_with("wasm-bindgen"));
        let bindgen = bindgen.context("wasm-bindgen is not among the tools")?;
        let xtask = env::current_exe().context("cannot find the xtask binary")?;
        let variables = vec![
            ("PATH", path),
            (names::XTASK, xtask.into()),
            // worker-build downloads the tools that it has no path of.
            ("WASM_BINDGEN_BIN", bindgen.into()),
            ("WASM_OPT_BIN", node_bin.join("wasm-opt").into()),
            ("ESBUILD_BIN", node_bin.join("esbuild").into()),
            // No tool checks for updates, reports its use, or calls home.
            ("TRUNK_SKIP_VERSION_CHECK", "true".into()),
            ("WRANGLER_SEND_METRICS", "false".into()),
            ("WRANGLER_SEND_ERROR_REPORTS", "false".into()),
            ("WRANGLER_NO_SKILLS_UPDATE_PROMPTS", "true".into()),
            ("WRANGLER_HIDE_BANNER", "true".into()),
            ("CLOUDFLARE_CF_FETCH_ENABLED", "false".into()),
            // A tool's own backtrace explains nothing about a failed build.
            ("RUST_LIB_BACKTRACE", "0".into()),
            // Log files outside the checkout would keep secrets from the output.
            ("WRANGLER_WRITE_LOGS", "false".into()),
        ];
        Ok(Self { workspace, variables })
    }

    /// Only the variables that this process inherited.
    pub(crate) fn inherited(workspace: Workspace) -> Self {
        Self { workspace, variables: Vec::new() }
    }

    /// A command in this environment that runs in the top folder of the checkout.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.workspace.root()).envs(self.variables.iter().cloned());
        command
    }

    /// This environment's PATH with one more folder in front.
    pub(crate) fn path_with(&self, folder: &Path) -> Result<OsString> {
        let own = self.variables.iter().find(|(name, _)| *name == "PATH").map(|(_, value)| value.clone());
        prepend([folder], &own.or_else(|| env::var_os("PATH")).unwrap_or_default())
    }
}

fn prepend<'a>(folders: impl IntoIterator<Item = &'a Path>, path: &OsStr) -> Result<OsString> {
    env::join_paths(folders.into_iter().map(Path::to_owned).chain(env::split_paths(path)))
        .context("a folder on PATH has a colon in its name")
}

/// Whether this command uses the app and Worker built before.
pub(crate) fn is_prebuilt() -> bool {
    env::var_os(names::PREBUILT).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_tools_come_before_npms_and_the_systems() {
        let workspace = Workspace::find().unwrap();
        let (tools, node_bin) = (PathBuf::from("/tools/bin"), workspace.node_bin());
        let environment = Environment::new(workspace, &[tools.join("wasm-bindgen")]).unwrap();
        let path = environment.variables.iter().find(|(name, _)| *name == "PATH").unwrap();
        let folders: Vec<PathBuf> = env::split_paths(&path.1).take(2).collect();
        assert_eq!(folders, [tools, node_bin]);
    }
}
