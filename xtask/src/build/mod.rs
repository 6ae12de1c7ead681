//! Builds of the app into dist/ and of the Worker into edge/build/.

pub(crate) mod app;
pub(crate) mod bindgen;
mod function_order;
pub(crate) mod lock;
pub(crate) mod own_paths;
mod profile;
mod stamp;
mod wasm;
mod worker;

pub(crate) use self::{profile::Profile, worker::build as build_worker, worker::build_next};

use anyhow::Result;

use crate::{
    environment::Environment,
    process::{run, side_by_side},
};

/// Builds app and Worker.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let worker = || build_worker(profile, environment);
    let app = || app::build(profile, environment);
    match profile {
        // The app is last: while the development server runs, it reloads right after the build, and until then it does not
        // serve new files.
        Profile::Dev => worker().and_then(|()| app()),
        // Optimizing the whole of either keeps one core busy for minutes.
        Profile::Release => side_by_side(worker, app),
    }
}

/// Compiles app and Worker for development. A build does nothing but this that takes long, and needs the tools for the
/// rest.
pub(crate) fn compile(environment: &Environment) -> Result<()> {
    // The app's crate keeps one core busy at its end.
    run(app::compile(environment))?;
    run(worker::compile(environment))
}
