//! `cargo xtask operator`: an entry for a person who signs in with a passphrase.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result};
use clap::Args;
use docket_core::{
    auth::{passphrase, pbkdf2::Pbkdf2Hash},
    settings::names,
};
use serde_json::{Value, json};

use super::entry;
use crate::random;

/// Generate an operator's entry. Reads the passphrase from the standard input, or generates one.
#[derive(Debug, Args)]
pub(crate) struct Operator {
    /// The name to sign in with
    #[arg(long)]
    name: String,
    /// Use a hash that fits the CPU time of the Workers Free plan, with a generated passphrase
    #[arg(long)]
    free_plan: bool,
}

/// An entry, and its passphrase if it was generated.
pub(super) struct Made {
    pub(super) entry: Value,
    pub(super) generated: Option<String>,
}

impl Operator {
    pub(crate) fn run(&self) -> Result<()> {
        let Made { entry, generated } = make(&self.name, self.free_plan, read_passphrase)?;
        if let Some(phrase) = generated {
            println!("passphrase, shown only now:\n\n    {phrase}\n");
        }
        entry::show(names::OPERATORS, &entry);
        Ok(())
    }
}

/// Makes an entry of the passphrase that `read` returns; an empty one is generated.
pub(super) fn make(name: &str, free_plan: bool, read: impl FnOnce() -> io::Result<String>) -> Result<Made> {
    // The cheaper hash needs a passphrase that nobody chose.
    let given = if free_plan { String::new() } else { read().context("cannot read the passphrase")? };
    let generated = given.is_empty().then(|| random::passphrase(8));
    let phrase = generated.as_ref().unwrap_or(&given);
    let hash = if free_plan {
        Pbkdf2Hash::new(phrase, &rand::random()).to_string()
    } else {
        passphrase::hash(phrase, &rand::random())?
    };
    let entry = json!({ "name": name, "hash": hash });
    entry::check(names::OPERATORS, &entry)?;
    Ok(Made { entry, generated })
}

/// The passphrase from the terminal, which does not show it, or from a pipe. Empty to generate one.
pub(super) fn read_passphrase() -> io::Result<String> {
    let input = io::stdin();
    if input.is_terminal() {
        return rpassword::prompt_password("Passphrase (empty: generate one): ");
    }
    Ok(io::read_to_string(input)?.trim_end_matches(['\r', '\n']).to_owned())
}
