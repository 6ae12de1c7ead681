//! `cargo xtask operator`: an entry for somebody who signs in with a passphrase.

use std::io::{self, IsTerminal as _, Read as _};

use anyhow::{Context as _, Result};
use docket_core::{auth::passphrase, settings::names};
use rustix::termios::{self, LocalModes, OptionalActions};
use serde_json::json;

use super::entry;
use crate::{cli, random};

/// Asks for a passphrase or makes one up, and shows the entry with its hash.
pub(crate) fn run(args: &cli::Operator) -> Result<()> {
    let given = ask()?;
    let phrase = if given.is_empty() { random::passphrase::<8>()? } else { given.clone() };
    let hash = passphrase::hash(&phrase, &random::bytes()?)?;
    let entry = json!({ "name": args.name, "hash": hash });
    entry::check(names::OPERATORS, &entry)?;
    if given.is_empty() {
        println!("passphrase, shown only now:\n\n    {phrase}\n");
    }
    entry::show(names::OPERATORS, &entry);
    Ok(())
}

/// The passphrase from the terminal, unseen, or from a pipe. Empty asks for a made-up one.
fn ask() -> Result<String> {
    let mut text = String::new();
    if io::stdin().is_terminal() {
        eprint!("Passphrase (nothing: make one up): ");
        let _hidden = HiddenInput::start()?;
        io::stdin().read_line(&mut text).context("no passphrase can be read")?;
        eprintln!();
    } else {
        io::stdin().read_to_string(&mut text).context("no passphrase can be read")?;
    }
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// While this lives, the terminal does not show what is typed.
struct HiddenInput {
    before: termios::Termios,
}

impl HiddenInput {
    fn start() -> Result<Self> {
        let before = termios::tcgetattr(io::stdin()).context("the terminal does not say how it is set")?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        termios::tcsetattr(io::stdin(), OptionalActions::Flush, &hidden)
            .context("the terminal does not hide what is typed")?;
        Ok(Self { before })
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        let _ = termios::tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}
