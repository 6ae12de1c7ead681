//! `cargo xtask account`: an entry for a person who signs in with a passphrase.

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

/// Generate an account's entry. Reads the passphrase from the standard input, or generates one.
#[derive(Debug, Args)]
pub(crate) struct AccountArgs {
    /// The name to sign in with
    #[arg(long)]
    name: String,
    /// Use a hash that fits the CPU time of the Workers Free plan, with a generated passphrase
    #[arg(long)]
    free_plan: bool,
}

impl AccountArgs {
    pub(crate) fn run(&self) -> Result<()> {
        entry::show(names::ACCOUNTS, &make(&self.name, self.free_plan)?);
        Ok(())
    }
}

/// Makes an entry of a passphrase that a person gives. Without one, it is generated and shown.
pub(super) fn make(name: &str, free_plan: bool) -> Result<Value> {
    // The cheaper hash needs a passphrase that nobody chose.
    let given =
        if free_plan { String::new() } else { read_passphrase().context("cannot read the passphrase")? };
    let generated = given.is_empty().then(|| random::passphrase(8));
    let phrase = generated.as_ref().unwrap_or(&given);
    let hash = if free_plan {
        Pbkdf2Hash::new(phrase, &rand::random()).to_string()
    } else {
        passphrase::hash(phrase, &rand::random())?
    };
    let entry = json!({ "name": name, "hash": hash });
    entry::check(names::ACCOUNTS, &entry)?;
    if let Some(phrase) = generated {
        println!("passphrase, shown only now:\n\n    {phrase}\n");
    }
    Ok(entry)
}

/// Reads the passphrase from the terminal, without showing it, or from a pipe. Empty to generate one.
fn read_passphrase() -> io::Result<String> {
    let input = io::stdin();
    if input.is_terminal() {
        return rpassword::prompt_password("Passphrase (empty: generate one): ");
    }
    Ok(io::read_to_string(input)?.trim_end_matches(['\r', '\n']).to_owned())
}
