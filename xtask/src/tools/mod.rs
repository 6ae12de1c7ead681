//! The tools of the build: taken from where they are, installed where they are missing.

mod bindgen;
pub(crate) mod check;
pub(crate) mod chromium;
pub(crate) mod nightly;
mod npm;
mod pinned;
mod platform;
pub(crate) mod schemathesis;
pub(crate) mod script;
pub(crate) mod state;
mod target;

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use self::pinned::installed;
pub(crate) use self::{
    pinned::{DEV, Pinned, RELEASE, installed::remove},
    target::TARGET,
};
use crate::{environment::Environment, process::side_by_side, workspace::Workspace};

/// Installs what is missing and returns the environment that the tools run in.
pub(crate) fn ensure(workspace: Workspace, tools: &[Pinned]) -> Result<Environment> {
    ensure_beside(workspace, tools, |_| Ok(()))
}

/// As [`ensure`]. If tools have to be installed, `compile` runs meanwhile, since a build of a tool seldom keeps all cores
/// busy.
pub(crate) fn ensure_beside(
    workspace: Workspace,
    tools: &[Pinned],
    compile: impl FnOnce(&Workspace) -> Result<()>,
) -> Result<Environment> {
    target::ensure()?;
    let mut programs = vec![bindgen::program(&workspace)?];
    if let Some(found) = installed::found(tools)? {
        npm::ensure(&workspace)?;
        programs.extend(found);
    } else {
        let install = || {
            npm::ensure(&workspace)?;
            programs.extend(installed::install(tools)?);
            Ok(())
        };
        side_by_side(install, || compile(&workspace))?;
    }
    Environment::new(workspace, &programs)
}

/// The path of cargo-fuzz, which is installed if it is missing.
pub(crate) fn fuzz() -> Result<PathBuf> {
    installed::install(&[pinned::CARGO_FUZZ])?.pop().context("cargo-fuzz was not installed")
}
