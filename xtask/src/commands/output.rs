//! The folders that builds write to, of which there is one of each a checkout.

use std::fs::{File, TryLockError};

use anyhow::{Context as _, Result, bail};

use crate::workspace::Workspace;

/// Keeps other commands from writing to dist/ and edge/build/ until it is dropped, or this process ends.
#[derive(Debug)]
pub(crate) struct OutputLock {
    _file: File,
}

impl OutputLock {
    /// Takes the lock, or says who may have it.
    pub(crate) fn take(workspace: &Workspace) -> Result<Self> {
        Self::with(workspace, File::try_lock)
    }

    /// Takes the lock together with others who only read what was built.
    pub(crate) fn share(workspace: &Workspace) -> Result<Self> {
        Self::with(workspace, File::try_lock_shared)
    }

    fn with(workspace: &Workspace, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Self> {
        let file = File::create(workspace.local()?.join("output.lock"))
            .context("the checkout cannot be written to")?;
        match lock(&file) {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                bail!("`cargo xtask dev` or a build runs in this checkout; end it first")
            }
            Err(TryLockError::Error(error)) => Err(error).context("the checkout cannot be locked"),
        }
    }
}
