//! The commands that build the Worker.

use std::process::Command;

use anyhow::Result;

use super::{profile::Profile, wasm};
use crate::{
    environment::{Environment, is_prebuilt},
    process::run_inside,
    workspace::Workspace,
};

/// worker-build.
pub(crate) fn command(profile: Profile, environment: &Environment) -> Command {
    let mut build = environment.command("worker-build");
    build.current_dir(environment.workspace.edge());
    match profile {
        Profile::Dev => build.arg("--dev"),
        Profile::Release => build.args(["--profile", profile.name()]),
    };
    build
}

/// Removes the function names from worker-build's release module, of whose size they are a seventh: a panic reports
/// its place without them.
pub(crate) fn finish(profile: Profile, workspace: &Workspace) -> Result<()> {
    if profile == Profile::Release { wasm::strip_names(&workspace.worker_wasm()) } else { Ok(()) }
}

/// Builds the Worker when wrangler asks for it.
pub(crate) fn build_for_wrangler(environment: &Environment) -> Result<()> {
    if is_prebuilt() {
        return Ok(());
    }
    let profile = Profile::from_env();
    run_inside(command(profile, environment))?;
    finish(profile, &environment.workspace)
}
