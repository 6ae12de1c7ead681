//! Sessions of people: a signed cookie, so that no request needs storage to know who is calling.
//!
//! A cookie is `<payload>.<signature>`, both base64url. The signature covers the operator's passphrase hash as it
//! stands in the settings: with a new passphrase, or without the operator, the cookie is worth nothing.

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::{CallerName, UnixMs};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::settings::SessionSecret;

/// A session ends when it has not been used for this long.
pub const IDLE_MS: i64 = 12 * 60 * 60 * 1000;
/// A session ends this long after signing in, used or not.
pub const LIFETIME_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// A cookie is written anew when its last use is this far back: not at every request.
const RENEW_AFTER_MS: i64 = 5 * 60 * 1000;
/// Keeps signatures of other things, now or later, from passing for sessions.
const PURPOSE: &[u8] = b"docket session 1\0";
/// A cookie holds a name of at most 64 characters; what is longer was not made here.
const COOKIE_BYTES_MAX: usize = 2048;

/// Names one session, for signing out. 32 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(String);

impl SessionId {
    /// From 16 random bytes.
    #[must_use]
    pub fn new(random: [u8; 16]) -> Self {
        Self(format!("{:032x}", u128::from_be_bytes(random)))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A signed-in person, as the cookie tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Which session.
    pub id: SessionId,
    /// Who.
    pub name: CallerName,
    /// When they signed in.
    #[serde(rename = "issued")]
    pub issued_at: UnixMs,
    /// When the cookie was last written.
    #[serde(rename = "seen")]
    pub seen_at: UnixMs,
}

/// Why a cookie is not a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSession {
    /// Not made here, changed since, or of an operator who is gone or has a new passphrase.
    #[error("the session is not valid")]
    Forged,
    /// Not used for too long, or too old.
    #[error("the session has expired")]
    Expired,
}

impl Session {
    /// A session that begins now, with an id of 16 random bytes.
    #[must_use]
    pub fn begin(random: [u8; 16], name: CallerName, now: UnixMs) -> Self {
        Self { id: SessionId::new(random), name, issued_at: now, seen_at: now }
    }

    /// When it ends, however much it is used.
    #[must_use]
    pub fn expires_at(&self) -> UnixMs {
        self.issued_at.plus_ms(LIFETIME_MS)
    }

    /// The session as it should be written anew, if it is time for that.
    #[must_use]
    pub fn renewed(&self, now: UnixMs) -> Option<Self> {
        (now.since_ms(self.seen_at) >= RENEW_AFTER_MS).then(|| Self { seen_at: now, ..self.clone() })
    }

    /// The cookie's value. `passphrase_hash` is the operator's, as it stands in the settings.
    #[must_use]
    pub fn seal(&self, secret: &SessionSecret, passphrase_hash: &str) -> String {
        let payload = serde_json::to_vec(self).unwrap_or_default();
        let payload = Base64UrlUnpadded::encode_string(&payload);
        let signature = signer(secret, &payload, passphrase_hash)
            .map(|signer| Base64UrlUnpadded::encode_string(&signer.finalize().into_bytes()))
            .unwrap_or_default();
        format!("{payload}.{signature}")
    }

    /// Reads a cookie's value. `passphrase_hash` finds the operator's, if there is such an operator.
    ///
    /// # Errors
    /// If it was not made here with the same secret and hash, or has expired.
    pub fn open<'a>(
        cookie: &str,
        secret: &SessionSecret,
        passphrase_hash: impl FnOnce(&str) -> Option<&'a str>,
        now: UnixMs,
    ) -> Result<Self, InvalidSession> {
        let session = Self::verified(cookie, secret, passphrase_hash).ok_or(InvalidSession::Forged)?;
        let idle = now.since_ms(session.seen_at) >= IDLE_MS;
        if idle || now >= session.expires_at() { Err(InvalidSession::Expired) } else { Ok(session) }
    }

    fn verified<'a>(
        cookie: &str,
        secret: &SessionSecret,
        passphrase_hash: impl FnOnce(&str) -> Option<&'a str>,
    ) -> Option<Self> {
        if cookie.len() > COOKIE_BYTES_MAX {
            return None;
        }
        let (payload, signature) = cookie.split_once('.')?;
        let signature = Base64UrlUnpadded::decode_vec(signature).ok()?;
        // Read before the signature is checked, but only to find the hash that it covers.
        let session: Self = serde_json::from_slice(&Base64UrlUnpadded::decode_vec(payload).ok()?).ok()?;
        let hash = passphrase_hash(&session.name.0)?;
        signer(secret, payload, hash)?.verify_slice(&signature).ok()?;
        Some(session)
    }
}

fn signer(secret: &SessionSecret, payload: &str, passphrase_hash: &str) -> Option<Hmac<Sha256>> {
    let mut signer = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    signer.update(PURPOSE);
    signer.update(payload.as_bytes());
    // The payload has no dot, so nothing can move from one part to the other.
    signer.update(b".");
    signer.update(passphrase_hash.as_bytes());
    Some(signer)
}

/// How the cookie is named and marked.
///
/// Browsers take a `__Host-` cookie only over https; on this machine, and only there, a plain one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CookieKind {
    /// `__Host-docket`, with `Secure`.
    Host,
    /// `docket`, for http on localhost.
    Local,
}

impl CookieKind {
    /// The kind for a request's own origin.
    #[must_use]
    pub fn for_origin(origin: &str) -> Self {
        let host = origin.strip_prefix("http://").map(|authority| {
            let port_at =
                authority.rfind(':').filter(|at| !authority.get(*at..).is_some_and(|s| s.contains(']')));
            port_at.and_then(|at| authority.get(..at)).unwrap_or(authority)
        });
        if host.is_some_and(crate::upstream::endpoints::is_loopback) { Self::Local } else { Self::Host }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Host => "__Host-docket",
            Self::Local => "docket",
        }
    }

    /// The session cookie's value in a `Cookie` header. A cookie of the other kind is not looked at.
    #[must_use]
    pub fn find(self, header: &str) -> Option<&str> {
        header.split(';').find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.name()).then_some(value)
        })
    }

    /// A `Set-Cookie` header that keeps `value` for a session's lifetime.
    #[must_use]
    pub fn set(self, value: &str) -> String {
        self.render(value, LIFETIME_MS / 1000)
    }

    /// A `Set-Cookie` header that takes the cookie away.
    #[must_use]
    pub fn clear(self) -> String {
        self.render("", 0)
    }

    fn render(self, value: &str, max_age_s: i64) -> String {
        let secure = match self {
            Self::Host => "; Secure",
            Self::Local => "",
        };
        format!("{}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{secure}", self.name())
    }
}

#[cfg(test)]
mod tests;
