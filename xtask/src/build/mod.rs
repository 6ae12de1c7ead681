//! Builds of the app into dist/ and of the Worker into edge/build/.

pub(crate) mod app;
mod assets;
pub(crate) mod bindgen;
mod first_paint;
pub(crate) mod lock;
mod pack;
mod page;
mod profile;
pub(crate) mod publish;
mod shrink;
mod split;
mod wasm;
mod worker;

pub(crate) use self::{profile::Profile, worker::build as build_worker, worker::build_next};

use anyhow::Result;

use crate::{environment::Environment, process::run};

/// Builds app and Worker. The app is last: while the development server runs, it reloads right after the build, and
/// until then it does not serve new files.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    build_worker(profile, environment)?;
    app::build(profile, environment)
}

/// Compiles app and Worker for development. A build does nothing but this that takes long, and needs the tools for the
/// rest.
pub(crate) fn compile(environment: &Environment) -> Result<()> {
    run(worker::compile(environment))?;
    run(app::compile(environment))
}
