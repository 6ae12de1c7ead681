//! The tools of the build: taken from where they are, installed where they are missing.

mod bindgen;
pub(crate) mod chromium;
mod download;
pub(crate) mod finding;
mod installed;
mod npm;
mod pinned;
mod platform;
pub(crate) mod schemathesis;
pub(crate) mod state;
mod target;

use std::path::PathBuf;

use anyhow::{Context as _, Result};

pub(crate) use self::installed::remove;
use crate::{environment::Environment, workspace::Workspace};

/// Installs what is missing and returns the environment that the tools run in.
pub(crate) fn ensure(workspace: Workspace) -> Result<Environment> {
    target::ensure()?;
    npm::ensure(&workspace)?;
    let mut programs = vec![bindgen::script(&workspace)?];
    programs.extend(installed::ensure(&pinned::ALL)?);
    Environment::new(workspace, &programs)
}

/// The path of cargo-fuzz, which is installed if it is missing.
pub(crate) fn fuzz() -> Result<PathBuf> {
    installed::ensure(&[pinned::CARGO_FUZZ])?.pop().context("cargo-fuzz was not installed")
}
