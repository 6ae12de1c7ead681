//! Builds of the app into dist/ and of the Worker into edge/build/.

pub(crate) mod app;
mod assets;
pub(crate) mod bindgen;
mod first_paint;
pub(crate) mod lock;
mod pack;
mod profile;
pub(crate) mod publish;
mod shrink;
mod split;
mod wasm;
mod worker;

pub(crate) use self::{profile::Profile, worker::build as build_worker, worker::build_next};

use anyhow::Result;

use crate::environment::Environment;

/// Builds app and Worker. The app is last: while the development server runs, it reloads right after the build, and
/// until then it does not serve new files.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    build_worker(profile, environment)?;
    app::build(profile, environment)
}
