//! `cargo xtask token`: a token for a program, shown once.

use anyhow::{Result, bail};
use clap::Args;
use docket_core::{
    auth::token::{self, TokenHash},
    settings::names,
};
use docket_wire::{Right, TokenId};
use serde_json::{Value, json};

use super::entry;

/// Generate a token for a program. It is shown once; the Worker stores its hash.
#[derive(Debug, Args)]
pub(crate) struct Token {
    /// Its name in the log of changes: lower-case letters, digits and hyphens
    #[arg(long)]
    id: TokenId,
    /// A right of the program; may be given several times
    #[arg(long = "scope", required = true, value_name = "SCOPE")]
    scopes: Vec<String>,
    /// A project in which the rights hold; may be given several times [default: all projects]
    #[arg(long = "project", value_name = "ID")]
    projects: Vec<String>,
    /// The first day on which the Worker refuses it, in UTC [default: it does not expire]
    #[arg(long, value_name = "YYYY-MM-DD")]
    expires: Option<String>,
}

impl Token {
    pub(crate) fn run(&self) -> Result<()> {
        let scopes = Right::FOR_PROGRAMS.map(Right::as_str);
        if let Some(unknown) = self.scopes.iter().find(|scope| !scopes.contains(&scope.as_str())) {
            bail!("there is no scope {unknown}; there are {}", scopes.join(", "));
        }
        let token = token::make(&self.id, &rand::random());
        let is_given = |(_, value): &(&str, Value)| !value.is_null();
        let optional = [
            ("projects", json!((!self.projects.is_empty()).then_some(&self.projects))),
            ("expires", json!(self.expires)),
        ];
        let always = [
            ("id", json!(self.id)),
            ("hash", json!(TokenHash::of(&token).to_string())),
            ("scopes", json!(self.scopes)),
        ];
        let entry: Value = always.into_iter().chain(optional.into_iter().filter(is_given)).collect();
        entry::check(names::TOKENS, &entry)?;
        println!("token, shown only now:\n\n    {token}\n");
        entry::show(names::TOKENS, &entry);
        Ok(())
    }
}
