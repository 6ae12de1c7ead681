//! `cargo xtask package`: a release that can be deployed without Rust.

mod archive;
pub(super) mod config;
mod crates;
mod files;
mod notices;
mod sbom;
pub(crate) mod script;
mod self_host;

use std::path::PathBuf;

use anyhow::Result;

use self::files::Files;
use super::build;
use crate::{
    build::lock,
    environment::{Environment, is_prebuilt},
    tools,
    workspace::Workspace,
};

/// Builds for release, unless it was built before, and packs the result.
pub(crate) fn run(workspace: Workspace) -> Result<()> {
    let environment = tools::ensure(workspace, tools::RELEASE)?;
    if !is_prebuilt() {
        build::release(&environment)?;
    }
    let archive = pack(&environment)?;
    println!("{}", archive.display());
    Ok(())
}

/// Writes the folder and the archive of the last release build, in place of those before. Returns the archive.
pub(crate) fn pack(environment: &Environment) -> Result<PathBuf> {
    let workspace = &environment.workspace;
    let _lock = lock::shared(workspace)?;
    let name = format!("docket-{}", env!("CARGO_PKG_VERSION"));
    let files = Files::collect(environment)?;
    let target = workspace.packages();
    tools::remove(&target)?;
    files.write(&target.join(&name))?;
    let path = target.join(format!("{name}.tar.gz"));
    archive::write(&path, &name, &files)?;
    Ok(path)
}
