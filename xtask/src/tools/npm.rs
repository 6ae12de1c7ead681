//! npm's packages, among them a recent Node.

use std::{path::PathBuf, process::Command};

use anyhow::{Context as _, Result};
use fs_err as fs;

use super::{pinned::installed::once, state::ToolState};
use crate::{process::run, workspace::Workspace};

/// Installs the packages if the lock file has changed since the last installation.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    let locked = fs::read(workspace.root().join("package-lock.json"))?;
    once(
        &workspace.local()?.join("npm.lock"),
        || is_current(workspace, &locked),
        || install(workspace, &locked),
    )
}

fn install(workspace: &Workspace, locked: &[u8]) -> Result<()> {
    let mut npm = Command::new("npm");
    // Hides warnings about an older Node: it is enough for npm, and the packages bring a newer one for wrangler.
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(workspace.root());
    run(npm).context("npm's packages are not installed; they need Node and npm: https://nodejs.org")?;
    Ok(fs::write(stamp(workspace), locked)?)
}

/// The copy of the lock file from which the packages were installed.
fn stamp(workspace: &Workspace) -> PathBuf {
    workspace.node_modules().join(".installed-from")
}

/// Whether the packages are there, of the lock file. Someone may have deleted one of those that the commands start.
fn is_current(workspace: &Workspace, locked: &[u8]) -> bool {
    let has_wrangler = workspace.node_modules().join("wrangler/package.json").exists();
    has_wrangler && fs::read(stamp(workspace)).is_ok_and(|installed| installed == locked)
}

/// Whether the packages are those of the lock file.
pub(super) fn state(workspace: &Workspace) -> ToolState {
    let locked = fs::read(workspace.root().join("package-lock.json")).unwrap_or_default();
    if is_current(workspace, &locked) {
        ToolState::Ready("as package-lock.json has them".into())
    } else {
        ToolState::Installed("npm ci".into())
    }
}
