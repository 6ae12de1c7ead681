//! How a person signs in on this machine.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use docket_core::{auth::passphrase::is_weak, settings::names};

use crate::{
    dotenv::{self, Values, write_private},
    random,
    workspace::Workspace,
};

/// The name to sign in with.
pub(super) const OPERATOR: &str = "dev";

const PASSPHRASE: &str = "PASSPHRASE";
const SALT: &str = "SALT";

/// The operator's secrets.
#[derive(Debug)]
pub(super) struct SignIn {
    pub(super) passphrase: String,
    /// A changed hash ends the operator's sessions, so that the same passphrase needs the same salt.
    pub(super) salt: [u8; 16],
    pub(super) session_secret: String,
}

impl SignIn {
    /// The stored secrets of earlier starts, so that a session outlives a restart; generates what is missing.
    pub(super) fn prepare(passphrase: Option<&str>, workspace: &Workspace) -> Result<Self> {
        Self::stored_in(&workspace.local()?.join("sign-in.env"), passphrase)
    }

    pub(super) fn stored_in(path: &Path, passphrase: Option<&str>) -> Result<Self> {
        let mut values = match fs::read_to_string(path) {
            Ok(text) => dotenv::parse(&text).with_context(|| path.display().to_string())?,
            Err(_) => Values::new(),
        };
        values.retain(|name, value| !value.is_empty() && !(name == PASSPHRASE && is_weak(value)));
        let salt = values.get(SALT).and_then(|salt| u128::from_str_radix(salt, 16).ok());
        let salt = salt.unwrap_or_else(rand::random);
        values.insert(SALT.to_owned(), format!("{salt:032x}"));
        let session_secret =
            values.entry(names::SESSION_SECRET.to_owned()).or_insert_with(random::secret).clone();
        let generated = values.entry(PASSPHRASE.to_owned()).or_insert_with(|| random::passphrase(4)).clone();
        write_private(path, &dotenv::render(&values)?)?;
        let passphrase = passphrase.map_or(generated, str::to_owned);
        Ok(Self { passphrase, salt: salt.to_be_bytes(), session_secret })
    }
}
