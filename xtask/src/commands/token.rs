//! `cargo xtask token`: a token for a program, shown once.

use anyhow::{Result, bail};
use docket_core::{
    auth::token::{self, TokenHash},
    settings::names,
};
use docket_wire::Right;
use serde_json::json;

use super::entry;
use crate::{cli, random};

/// Makes a token, shows it, and the entry that makes the Worker accept it.
pub(crate) fn run(args: &cli::Token) -> Result<()> {
    if !token::is_token_id(&args.id) {
        bail!("--id takes 1 to 40 letters, digits and hyphens");
    }
    if let Some(unknown) = args.scopes.iter().find(|scope| Right::ALL.iter().all(|r| r.as_str() != *scope)) {
        bail!("there is no scope {unknown}; there are {}", Right::ALL.map(Right::as_str).join(", "));
    }
    let token = token::make(&args.id, &random::bytes()?);
    let mut entry = json!({
        "id": args.id,
        "hash": TokenHash::of(&token).to_string(),
        "scopes": args.scopes,
    });
    if let (Some(expires), Some(object)) = (&args.expires, entry.as_object_mut()) {
        object.insert("expires".to_owned(), json!(expires));
    }
    entry::check(names::TOKENS, &entry)?;
    println!("token, shown only now:\n\n    {token}\n");
    entry::show(names::TOKENS, &entry);
    Ok(())
}
