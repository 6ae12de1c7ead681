//! `cargo xtask operator`: an entry for a person who signs in with a passphrase.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result};
use clap::Args;
use docket_core::{auth::passphrase, settings::names};
use serde_json::json;

use super::entry;
use crate::random;

/// Generate an operator's entry. Reads the passphrase from the standard input, or generates one.
#[derive(Debug, Args)]
pub(crate) struct Operator {
    /// The name to sign in with
    #[arg(long)]
    name: String,
}

impl Operator {
    pub(crate) fn run(&self) -> Result<()> {
        let given = read_passphrase().context("cannot read the passphrase")?;
        let phrase = if given.is_empty() { random::passphrase(8) } else { given.clone() };
        let hash = passphrase::hash(&phrase, &rand::random())?;
        let entry = json!({ "name": self.name, "hash": hash });
        entry::check(names::OPERATORS, &entry)?;
        if given.is_empty() {
            println!("passphrase, shown only now:\n\n    {phrase}\n");
        }
        entry::show(names::OPERATORS, &entry);
        Ok(())
    }
}

/// The passphrase from the terminal, which does not show it, or from a pipe. Empty to generate one.
fn read_passphrase() -> io::Result<String> {
    let input = io::stdin();
    if input.is_terminal() {
        return rpassword::prompt_password("Passphrase (empty: generate one): ");
    }
    Ok(io::read_to_string(input)?.trim_end_matches(['\r', '\n']).to_owned())
}
