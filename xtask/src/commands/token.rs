//! `cargo xtask token`: a token for a program, shown once.

use anyhow::{Result, bail};
use clap::Args;
use docket_core::{
    auth::token::{self, TokenHash},
    settings::names,
};
use docket_wire::Right;
use serde_json::json;

use super::entry;

/// Generate a token for a program. It is shown once; the Worker stores its hash.
#[derive(Debug, Args)]
pub(crate) struct Token {
    /// Its name in the log of changes: lower-case letters, digits and hyphens
    #[arg(long)]
    id: String,
    /// A right of the program; may be given several times
    #[arg(long = "scope", required = true, value_name = "SCOPE")]
    scopes: Vec<String>,
    /// The first day on which the Worker refuses it, in UTC [default: it does not expire]
    #[arg(long, value_name = "YYYY-MM-DD")]
    expires: Option<String>,
}

impl Token {
    pub(crate) fn run(&self) -> Result<()> {
        if !token::is_token_id(&self.id) {
            bail!("--id takes 1 to 40 letters, digits and hyphens");
        }
        let scopes = Right::ALL.map(Right::as_str);
        if let Some(unknown) = self.scopes.iter().find(|scope| !scopes.contains(&scope.as_str())) {
            bail!("there is no scope {unknown}; there are {}", scopes.join(", "));
        }
        let token = token::make(&self.id, &rand::random());
        let mut entry = json!({
            "id": self.id,
            "hash": TokenHash::of(&token).to_string(),
            "scopes": self.scopes,
        });
        if let (Some(expires), Some(object)) = (&self.expires, entry.as_object_mut()) {
            object.insert("expires".to_owned(), json!(expires));
        }
        entry::check(names::TOKENS, &entry)?;
        println!("token, shown only now:\n\n    {token}\n");
        entry::show(names::TOKENS, &entry);
        Ok(())
    }
}
