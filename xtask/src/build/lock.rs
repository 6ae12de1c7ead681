//! The lock on the folders that builds write to.

use std::fs::{File, TryLockError};

use anyhow::{Context as _, Result, bail};

use crate::workspace::Workspace;

/// Keeps other commands from writing to dist/ and edge/build/ until it is dropped.
#[derive(Debug)]
pub(crate) struct OutputLock {
    _file: File,
}

impl OutputLock {
    /// Takes the lock for a build. Fails when another command holds it.
    pub(crate) fn take(workspace: &Workspace) -> Result<Self> {
        Self::with(workspace, File::try_lock)
    }

    /// Shares the lock with other commands that only read what was built.
    pub(crate) fn share(workspace: &Workspace) -> Result<Self> {
        Self::with(workspace, File::try_lock_shared)
    }

    fn with(workspace: &Workspace, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Self> {
        let file =
            File::create(workspace.local()?.join("output.lock")).context("cannot write to the checkout")?;
        match lock(&file) {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                bail!("`cargo xtask dev` or a build runs in this checkout; end it first")
            }
            Err(TryLockError::Error(error)) => Err(error).context("cannot lock the checkout"),
        }
    }
}
