//! The people who sign in with a passphrase, and the tokens of programs.

use docket_wire::{CallerName, DateOrTime, Grant, ProjectScope, Right, TokenId};
use serde::Deserialize;

use crate::auth::account::Account;
use crate::auth::passphrase;
use crate::auth::pbkdf2::Pbkdf2Hash;
use crate::auth::token::{Token, TokenHash};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccountEntry {
    name: String,
    hash: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenEntry {
    id: String,
    hash: String,
    rights: Vec<Right>,
    #[serde(default)]
    projects: Option<ProjectScope>,
    #[serde(default)]
    expires: Option<String>,
}

/// Reads the accounts. An error says what is wrong without quoting it.
pub(super) fn accounts(json: &str) -> Result<Vec<Account>, String> {
    let entries: Vec<AccountEntry> = docket_wire::json::from_str(json)
        .map_err(|_| "must be JSON like [{\"name\": \"ada\", \"hash\": \"$argon2id$…\"}]".to_owned())?;
    let mut accounts: Vec<Account> = Vec::new();
    for (index, AccountEntry { name, hash }) in entries.into_iter().enumerate() {
        let number = index + 1;
        if name.trim() != name || !(1..=Account::NAME_CHARS_MAX).contains(&name.chars().count()) {
            return Err(format!(
                "entry {number} must have a name of 1 to {} characters, without spaces around it",
                Account::NAME_CHARS_MAX
            ));
        }
        // With a colon, an account could have the name of a program in the ledger.
        if name.chars().any(|c| c.is_control() || c == ':') {
            return Err(format!("entry {number} must have a name without colons and control characters"));
        }
        if !passphrase::is_hash(&hash) && Pbkdf2Hash::parse(&hash).is_none() {
            return Err(format!(
                "entry {number} must have a hash in PHC form: argon2id that needs at most 64 MiB, or pbkdf2-sha256 with \
                 10,000 to 100,000 iterations"
            ));
        }
        if accounts.iter().any(|account| account.name.0 == name) {
            return Err(format!("entry {number} repeats the name of an earlier entry"));
        }
        accounts.push(Account { name: CallerName(name), hash });
    }
    if accounts.is_empty() {
        return Err("must name at least one account".to_owned());
    }
    Ok(accounts)
}

/// Reads the tokens. An error says what is wrong without quoting it.
pub(super) fn tokens(json: &str) -> Result<Vec<Token>, String> {
    let entries: Vec<TokenEntry> = docket_wire::json::from_str(json).map_err(|_| {
        "must be JSON like [{\"id\": \"ci\", \"hash\": \"<sha256 in hex>\", \"rights\": [\"jobs:read\"]}]"
            .to_owned()
    })?;
    let mut tokens: Vec<Token> = Vec::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let number = index + 1;
        let Ok(id) = entry.id.parse::<TokenId>() else {
            return Err(format!("entry {number} must have an id of 1 to 40 letters, digits and hyphens"));
        };
        if !entry.rights.iter().all(|right| Right::FOR_PROGRAMS.contains(right)) {
            return Err(format!("entry {number} must not have a right that only people can have"));
        }
        let Some(hash) = TokenHash::from_hex(&entry.hash) else {
            return Err(format!("entry {number} must have a SHA-256 hash of 64 hex digits"));
        };
        let expires_at = match entry.expires.as_deref().map(str::parse::<DateOrTime>).transpose() {
            Ok(point) => point.map(|point| point.instant()),
            Err(_) => {
                return Err(format!(
                    "entry {number} must expire on a date like 2027-01-31; without expires, it never does"
                ));
            }
        };
        if tokens.iter().any(|token| token.id == id) {
            return Err(format!("entry {number} repeats the id of an earlier entry"));
        }
        let grant = Grant::new(entry.rights, entry.projects.unwrap_or(ProjectScope::All));
        tokens.push(Token { id, hash, grant, expires_at });
    }
    Ok(tokens)
}
