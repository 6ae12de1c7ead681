//! The Worker.

use anyhow::Result;

use super::{Profile, wasm};
use crate::{environment::Environment, process::run};

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
