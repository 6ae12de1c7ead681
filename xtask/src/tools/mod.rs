//! The tools of the build: taken from where they are, installed where they are missing.

mod installed;
mod npm;
mod pinned;
pub(crate) mod schemathesis;
mod target;

use anyhow::Result;

use crate::{environment::Environment, workspace::Workspace};

/// Installs what is missing and returns the environment that the tools run in.
pub(crate) fn ensure(workspace: Workspace) -> Result<Environment> {
    target::ensure()?;
    npm::ensure(&workspace)?;
    let programs = installed::ensure(&pinned::ALL)?;
    Environment::new(workspace, &programs)
}
