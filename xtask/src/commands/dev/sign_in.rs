//! How a person signs in on this machine.

use std::path::Path;

use anyhow::{Context as _, Result};
use docket_core::{auth::passphrase, settings::names};
use fs_err as fs;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    dotenv::{Values, create_private},
    random,
    workspace::Workspace,
};

/// The name to sign in with.
pub(super) const ACCOUNT: &str = "dev";

/// The account's secrets.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DevSignIn {
    pub(super) passphrase: String,
    /// A changed hash ends the account's sessions, so that the same passphrase needs the same salt.
    salt: [u8; 16],
    session_secret: String,
}

impl DevSignIn {
    /// The stored secrets of earlier starts, so that a session outlives a restart, or new ones. A given passphrase is not
    /// stored.
    pub(super) fn prepare(passphrase: Option<&str>, workspace: &Workspace) -> Result<Self> {
        Self::stored_in(&workspace.local()?.join("sign-in.json"), passphrase)
    }

    fn stored_in(path: &Path, passphrase: Option<&str>) -> Result<Self> {
        if !path.exists() {
            let new = Self {
                passphrase: random::passphrase(4),
                salt: rand::random(),
                session_secret: random::secret(),
            };
            create_private(path, &serde_json::to_string(&new)?)?;
        }
        // Of several first starts at the same time, all use what one of them stored.
        let stored: Self = serde_json::from_slice(&fs::read(path)?)
            .with_context(|| format!("{} cannot be read: delete it to get new secrets", path.display()))?;
        Ok(match passphrase {
            Some(given) => Self { passphrase: given.to_owned(), ..stored },
            None => stored,
        })
    }

    /// The Worker's settings that let the account sign in.
    pub(super) fn settings(&self) -> Result<Values> {
        let hash = passphrase::hash(&self.passphrase, &self.salt)?;
        let accounts = json!([{ "name": ACCOUNT, "hash": hash }]);
        Ok(Values::from([
            (names::ACCOUNTS.to_owned(), accounts.to_string()),
            (names::SESSION_SECRET.to_owned(), self.session_secret.clone()),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, thread};

    use super::*;

    #[test]
    fn a_restart_keeps_sessions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.json");
        let start = |passphrase| DevSignIn::stored_in(&path, passphrase).unwrap().settings().unwrap();
        let first = start(None);
        assert_eq!(start(None), first);
        let given = start(Some("acorn-canoe-zebra"));
        assert_eq!(start(Some("acorn-canoe-zebra")), given);
        assert_ne!(given[names::ACCOUNTS], first[names::ACCOUNTS], "another passphrase ends sessions");
        assert_eq!(start(None), first, "a given passphrase is not stored");
    }

    #[test]
    fn first_starts_at_the_same_time_agree() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.json");
        let start = || serde_json::to_string(&DevSignIn::stored_in(&path, None).unwrap()).unwrap();
        let secrets: BTreeSet<String> = thread::scope(|scope| {
            let starts: Vec<_> = (0..16).map(|_| scope.spawn(start)).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        });
        assert_eq!(secrets.len(), 1);
    }

    #[test]
    fn a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sign-in.json");
        fs::write(&path, "{").unwrap();
        let error = DevSignIn::stored_in(&path, None).unwrap_err().to_string();
        assert!(error.ends_with("sign-in.json cannot be read: delete it to get new secrets"), "{error}");
    }
}
