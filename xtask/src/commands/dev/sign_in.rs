//! How a person signs in on this machine.

use std::path::Path;

use anyhow::Result;
use docket_core::{auth::passphrase, settings::names};
use fs_err as fs;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    dotenv::{Values, write_private},
    random,
    workspace::Workspace,
};

/// The name to sign in with.
pub(super) const OPERATOR: &str = "dev";

/// The operator's secrets.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SignIn {
    pub(super) passphrase: String,
    /// A changed hash ends the operator's sessions, so that the same passphrase needs the same salt.
    salt: [u8; 16],
    session_secret: String,
}

impl SignIn {
    /// The stored secrets of earlier starts, so that a session outlives a restart, or new ones. A given passphrase is not
    /// stored.
    pub(super) fn prepare(passphrase: Option<&str>, workspace: &Workspace) -> Result<Self> {
        Self::stored_in(&workspace.local()?.join("sign-in.json"), passphrase)
    }

    fn stored_in(path: &Path, passphrase: Option<&str>) -> Result<Self> {
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

    /// The Worker's settings that let the operator sign in.
    pub(super) fn settings(&self) -> Result<Values> {
        let hash = passphrase::hash(&self.passphrase, &self.salt)?;
        let operators = json!([{ "name": OPERATOR, "hash": hash }]);
        Ok(Values::from([
            (names::OPERATORS.to_owned(), operators.to_string()),
            (names::SESSION_SECRET.to_owned(), self.session_secret.clone()),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_keeps_sessions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.json");
        let start = |passphrase| SignIn::stored_in(&path, passphrase).unwrap().settings().unwrap();
        let first = start(None);
        assert_eq!(start(None), first);
        let given = start(Some("acorn-canoe-zebra"));
        assert_eq!(start(Some("acorn-canoe-zebra")), given);
        assert_ne!(given[names::OPERATORS], first[names::OPERATORS], "another passphrase ends sessions");
        assert_eq!(start(None), first, "a given passphrase is not stored");
    }
}
