//! Builds of the app into dist/ and of the Worker into edge/build/.

pub(crate) mod app;
mod assets;
pub(crate) mod lock;
pub(crate) mod markup;
mod profile;
pub(crate) mod publish;
mod shrink;
pub(crate) mod split;
mod wasm;
pub(crate) mod worker;

pub(crate) use self::profile::Profile;

use anyhow::Result;

use self::lock::OutputLock;
use crate::{environment::Environment, process::Task};

/// Builds app and Worker.
pub(crate) fn build(profile: Profile, environment: &Environment) -> Result<()> {
    let _lock = OutputLock::take(&environment.workspace)?;
    Task::new("app", app::trunk("build", profile, environment)?).run()?;
    build_worker(profile, environment)
}

/// Builds the Worker alone.
pub(crate) fn build_only_worker(profile: Profile, environment: &Environment) -> Result<()> {
    let _lock = OutputLock::take(&environment.workspace)?;
    build_worker(profile, environment)
}

fn build_worker(profile: Profile, environment: &Environment) -> Result<()> {
    Task::new("Worker", worker::command(profile, environment)).run()?;
    worker::finish(profile, &environment.workspace)
}
