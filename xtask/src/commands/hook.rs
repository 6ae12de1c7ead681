//! What Trunk and wrangler call while they build.

mod publish;
mod shrink;
mod split;

pub(crate) use self::{publish::DEV_PORT, split::shim};

use std::{env, process::Command};

use anyhow::{Context as _, Result, bail};

use super::build::{self, Profile};
use crate::{cli::Hook, environment::Environment, tools, workspace::Workspace};

/// Set while what is in dist/ and edge/build/ is to be taken as it is.
pub(crate) const PREBUILT: &str = "DOCKET_PREBUILT";

/// Whether what was built before is to be taken as it is.
pub(crate) fn is_prebuilt() -> bool {
    env::var_os(PREBUILT).is_some()
}

/// Carries out one step.
pub(crate) fn run(hook: &Hook, workspace: &Workspace) -> Result<()> {
    match hook {
        Hook::Sources => sources(workspace),
        Hook::Bindgen { args } => split::bindgen(args, workspace),
        Hook::Publish => publish::publish(&environment(workspace)?, workspace),
        Hook::Edge => edge(workspace),
    }
}

/// The environment that another command prepared, or a new one when somebody calls Trunk or wrangler directly.
fn environment(workspace: &Workspace) -> Result<Environment> {
    if env::var_os("DOCKET_XTASK").is_some() {
        return Ok(Environment::inherited());
    }
    tools::ensure(workspace)
}

/// Makes one style sheet of all, and small files of both it and the start script.
fn sources(workspace: &Workspace) -> Result<()> {
    let mut esbuild = environment(workspace)?.command("esbuild", workspace);
    esbuild
        .args(["style/index.css", "app/boot.js"])
        .args(["--bundle", "--minify", "--format=esm", "--target=esnext", "--log-level=warning"])
        // Fonts are served from public/ under their own names.
        .args(["--external:/fonts/*", "--entry-names=[name]"])
        .arg(format!("--outdir={}", workspace.generated().display()));
    run_to_end(esbuild)
}

/// Builds the Worker.
fn edge(workspace: &Workspace) -> Result<()> {
    if is_prebuilt() {
        return Ok(());
    }
    let (profile, environment) = (Profile::from_env(), environment(workspace)?);
    run_to_end(build::worker_build(profile, &environment, workspace))?;
    build::finish_worker(profile, workspace)
}

fn run_to_end(mut command: Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("{program} cannot be started"))?;
    if !status.success() {
        bail!("{program} ended with {status}");
    }
    Ok(())
}
