//! The fingerprints of credentials: they change with the settings that a credential depends on, so that its WebSockets can be
//! closed.

use base16ct::lower::encode_string;
use sha2::{Digest, Sha256};

use crate::auth::account::Account;
use crate::auth::caller_settings::CallerSettings;
use crate::auth::roles::Person;
use crate::auth::sso::AudienceTag;
use crate::auth::token::Token;

/// The fingerprint of all tokens that are not in the settings: their revocation closes their WebSockets.
const ISSUED: &str = "issued";

/// The fingerprints of all accounts and tokens, and the common one of all people of Cloudflare Access. A new passphrase,
/// session secret, token or team changes its fingerprint, and so do other roles or rights.
#[must_use]
pub fn valid_fingerprints(settings: CallerSettings<'_>) -> Vec<String> {
    let accounts = settings.accounts.iter().map(|account| account_fingerprint(account, settings));
    let tokens = settings.tokens.iter().map(own_fingerprint).chain([ISSUED.to_owned()]);
    accounts.chain(tokens).chain(access_fingerprint(settings)).collect()
}

/// The fingerprint of a token: a fingerprint of its own if it is in the settings.
pub(super) fn token_fingerprint(token: &Token, settings: CallerSettings<'_>) -> String {
    if settings.tokens.contains(token) { own_fingerprint(token) } else { ISSUED.to_owned() }
}

fn own_fingerprint(token: &Token) -> String {
    let grant = serde_json::to_string(&token.grant).unwrap_or_default();
    digest(&[token.id.as_str(), &token.hash.to_string(), &grant])
}

pub(super) fn account_fingerprint(account: &Account, settings: CallerSettings<'_>) -> String {
    let grants = settings.roles.grants(Person::Account { name: &account.name.0 });
    let grants = serde_json::to_string(&grants).unwrap_or_default();
    digest(&[&account.name.0, &account.hash, settings.session_secret.text(), &grants])
}

/// The settings do not list the people of Access, so all have the fingerprint of all roles.
pub(super) fn access_fingerprint(settings: CallerSettings<'_>) -> Option<String> {
    let application = settings.application?;
    let roles = serde_json::to_string(settings.roles).unwrap_or_default();
    let tags = application.audience.iter().map(AudienceTag::as_str);
    let parts: Vec<&str> = ["access", application.team.origin(), &roles].into_iter().chain(tags).collect();
    Some(digest(&parts))
}

/// 8 bytes of SHA-256 in hex.
pub(super) fn digest(parts: &[&str]) -> String {
    let digest: [u8; 32] = Sha256::digest(parts.join("\0").as_bytes()).into();
    encode_string(digest.get(..8).unwrap_or_default())
}
