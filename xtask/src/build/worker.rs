//! The build of the Worker.

use std::{path::PathBuf, process::Command};

use anyhow::Result;
use fs_err as fs;

use super::{Profile, function_order::order_functions, own_paths, stamp::Stamp, wasm};
use crate::{environment::Environment, process::run, tools::TARGET};

/// What a build reads besides what every build does.
const SOURCES: [&str; 3] = ["edge/Cargo.toml", "edge/src", "edge/core"];

/// Builds the Worker with worker-build.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let workspace = &environment.workspace;
    Stamp::new("worker", &SOURCES, workspace)?.build(profile, &workspace.worker_wasm(), || {
        let mut build = environment.command("worker-build");
        build.current_dir(workspace.edge());
        match profile {
            Profile::Dev => {
                build.arg("--dev");
            }
            Profile::Release => {
                build.args(["--profile", profile.worker()]);
                own_paths::remap(&mut build)?;
            }
        }
        run(build)?;
        match profile {
            Profile::Dev => Ok(()),
            // The names of functions are a seventh of the size, and a panic reports its place without them.
            Profile::Release => {
                let module = workspace.worker_wasm();
                Ok(fs::write(&module, order_functions(&wasm::strip_names(&fs::read(&module)?)?)?)?)
            }
        }
    })
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
    // The tests compare what two releases do, not how fast, and this one is never deployed.
    build.args(["--dev", "--out-dir"]).arg(&folder);
    build.args(["--", "--features", "next-release"]);
    run(build)?;
    Ok(folder)
}
