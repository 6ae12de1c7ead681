//! How a person signs in on this machine.

use std::path::Path;

use anyhow::Result;
use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::{dotenv::write_private, random, workspace::Workspace};

/// The name to sign in with.
pub(super) const OPERATOR: &str = "dev";

/// The operator's secrets.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SignIn {
    pub(super) passphrase: String,
    /// A changed hash ends the operator's sessions, so that the same passphrase needs the same salt.
    pub(super) salt: [u8; 16],
    pub(super) session_secret: String,
}

impl SignIn {
    /// The stored secrets of earlier starts, so that a session outlives a restart, or new ones. A given passphrase is not
    /// stored.
    pub(super) fn prepare(passphrase: Option<&str>, workspace: &Workspace) -> Result<Self> {
        Self::stored_in(&workspace.local()?.join("sign-in.json"), passphrase)
    }

    pub(super) fn stored_in(path: &Path, passphrase: Option<&str>) -> Result<Self> {
        let stored = fs::read(path).ok().and_then(|stored| serde_json::from_slice(&stored).ok());
        let stored = stored.unwrap_or_else(|| Self {
            passphrase: random::passphrase(4),
            salt: rand::random(),
            session_secret: random::secret(),
        });
        write_private(path, &serde_json::to_string(&stored)?)?;
        Ok(match passphrase {
            Some(given) => Self { passphrase: given.to_owned(), ..stored },
            None => stored,
        })
    }
}
