//! The lock on dist/ and edge/build/, which holds until the file is dropped.

use std::fs::{File, TryLockError};

use anyhow::{Context as _, Result, bail};

use crate::workspace::Workspace;

/// Takes the lock for a build. Fails when another command holds it.
pub(crate) fn exclusive(workspace: &Workspace) -> Result<File> {
    lock(workspace, File::try_lock)
}

/// Shares the lock with other commands that only read what was built.
pub(crate) fn shared(workspace: &Workspace) -> Result<File> {
    lock(workspace, File::try_lock_shared)
}

fn lock(workspace: &Workspace, lock: fn(&File) -> Result<(), TryLockError>) -> Result<File> {
    let file =
        File::create(workspace.local()?.join("output.lock")).context("cannot write to the checkout")?;
    match lock(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("`cargo xtask dev` or a build runs in this checkout; end it first")
        }
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the checkout"),
    }
}
