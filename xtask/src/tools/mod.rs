//! The tools that a build takes: found where they are, installed where they are not.

mod cache;
mod installed;
mod npm;
mod pinned;
mod target;

use anyhow::Result;

use crate::{environment::Environment, workspace::Workspace};

/// Makes sure that everything is there, and gives the environment to use it in.
pub(crate) fn ensure(workspace: &Workspace) -> Result<Environment> {
    target::ensure()?;
    npm::ensure(workspace)?;
    let tools = installed::ensure(&pinned::ALL)?;
    Environment::new(workspace, &tools.folders, &tools.bindgen)
}
