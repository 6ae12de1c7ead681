//! The Worker.

use std::{path::PathBuf, process::Command};

use anyhow::Result;

use super::{Profile, wasm};
use crate::{environment::Environment, process::run, tools::TARGET};

/// Builds the Worker with worker-build.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let mut build = environment.command("worker-build");
    build.current_dir(environment.workspace.edge());
    match profile {
        Profile::Dev => build.arg("--dev"),
        Profile::Release => build.args(["--profile", profile.worker()]),
    };
    run(build)?;
    match profile {
        Profile::Dev => Ok(()),
        // A panic reports its place without the names of functions, which are a seventh of the size.
        Profile::Release => wasm::strip_names(&environment.workspace.worker_wasm()),
    }
}

/// The command that compiles the Worker for development as worker-build does.
pub(super) fn compile(environment: &Environment) -> Command {
    let mut cargo = environment.command("cargo");
    cargo.current_dir(environment.workspace.edge());
    cargo.args(["build", "--quiet", "--lib", "--target", TARGET]);
    cargo
}

/// Builds the Worker of a release after this one, which migrates every database once more. Returns its folder.
pub(crate) fn build_next(environment: &Environment) -> Result<PathBuf> {
    let folder = environment.workspace.generated().join("next-worker");
    let mut build = environment.command("worker-build");
    build.current_dir(environment.workspace.edge());
    build.args(["--profile", Profile::Release.worker(), "--out-dir"]).arg(&folder);
    build.args(["--", "--features", "next-release"]);
    run(build)?;
    Ok(folder)
}
