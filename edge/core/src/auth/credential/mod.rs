//! The credential behind a request, as the Worker passes it to an object: what a WebSocket was opened with, and until
//! when it may stay open.

mod fingerprint;

use docket_wire::{AuditCredential, CallerName, HOUR_MS, SessionId, TokenId, UnixMs};

use crate::auth::caller::program;
use crate::auth::caller_settings::CallerSettings;
use crate::auth::session::Session;
use crate::auth::sso::{AccessPerson, Email};
use crate::auth::token::Token;
use fingerprint::{access_fingerprint, account_fingerprint, digest, token_fingerprint};

pub use fingerprint::valid_fingerprints;

/// So long after a WebSocket was opened, Docket sends nothing more over it: it closes the WebSocket, and who opens it again passes all
/// checks. The end of a session or token closes its WebSockets at once; this also ends one that was not reached, and one of a person
/// who was removed from Cloudflare Access.
pub const SOCKET_AUTHORIZED_MS: i64 = HOUR_MS;

/// A session, a token, or an assertion of Cloudflare Access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// `session:` and the session's id, `token:` and the token's id, or `access:` and a hash of the person's address. Always
    /// ASCII without spaces.
    pub tag: String,
    /// One of [`valid_fingerprints`], as long as the settings have the account, the token, or Access and its roles unchanged.
    pub fingerprint: String,
    /// The first moment at which it is no longer valid; `None` for a token that does not expire.
    pub valid_until: Option<UnixMs>,
}

impl Credential {
    /// The credential of a person: valid until the session has expired or was idle for too long. A console that opens
    /// its WebSocket again then has the renewed cookie. `None` if the settings do not have the account.
    #[must_use]
    pub fn of_session(session: &Session, settings: CallerSettings<'_>) -> Option<Self> {
        let account = settings.account(&session.name.0)?;
        Some(Self {
            tag: session_tag(&session.id),
            fingerprint: account_fingerprint(account, settings),
            valid_until: Some(session.valid_until()),
        })
    }

    /// The credential of a program with a token.
    #[must_use]
    pub fn of_token(token: &Token, settings: CallerSettings<'_>) -> Self {
        let fingerprint = token_fingerprint(token, settings);
        Self { tag: token_tag(&token.id), fingerprint, valid_until: token.expires_at }
    }

    /// The credential of a person who came through Cloudflare Access: valid until the assertion expires. `None` without
    /// Access in the settings.
    #[must_use]
    pub fn of_access(person: &AccessPerson, settings: CallerSettings<'_>) -> Option<Self> {
        let fingerprint = access_fingerprint(settings)?;
        Some(Self { tag: access_tag(&person.email), fingerprint, valid_until: Some(person.valid_until) })
    }

    /// How the caller authenticated, for the audit log.
    #[must_use]
    pub fn kind(&self) -> AuditCredential {
        match self.tag.split(':').next() {
            Some("token") => AuditCredential::Token,
            Some("access") => AuditCredential::Access,
            _ => AuditCredential::Passphrase,
        }
    }

    /// The value of a header.
    #[must_use]
    pub fn to_header(&self) -> String {
        let until = self.valid_until.map_or_else(|| "never".to_owned(), |until| until.0.to_string());
        format!("{} {} {until}", self.tag, self.fingerprint)
    }

    /// Reads what [`Credential::to_header`] made.
    #[must_use]
    pub fn from_header(value: &str) -> Option<Self> {
        let mut parts = value.splitn(3, ' ').map(str::to_owned);
        let (tag, fingerprint, until) = (parts.next()?, parts.next()?, parts.next()?);
        let valid_until = match until.as_str() {
            "never" => None,
            until => Some(UnixMs(until.parse().ok()?)),
        };
        Some(Self { tag, fingerprint, valid_until })
    }
}

/// The tag of the WebSockets that a session opened.
#[must_use]
pub fn session_tag(session: &SessionId) -> String {
    format!("session:{}", session.as_str())
}

/// The tag of the WebSockets that a program opened with a token.
#[must_use]
pub fn token_tag(token: &TokenId) -> String {
    program(token).0
}

/// The tag of the WebSockets of a caller, whichever credentials opened them. Unlike a name, it is short and ASCII.
#[must_use]
pub fn caller_tag(caller: &CallerName) -> String {
    format!("caller:{}", digest(&[&caller.0]))
}

/// The tag of the WebSockets that a person of Cloudflare Access opened.
#[must_use]
pub fn access_tag(email: &Email) -> String {
    format!("access:{}", digest(&[email.as_str()]))
}

#[cfg(test)]
mod tests;
