//! Sessions of people: a signed cookie, so that a request identifies its caller without storage.
//!
//! A cookie is `<payload>.<signature>`, both base64url. The signature covers the hash of the account's passphrase, so
//! a new passphrase, or the removal of the account, invalidates the cookie.

pub mod cache;

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::{CallerName, DAY_MS, HOUR_MS, MINUTE_MS, SessionId, UnixMs};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// An unused session ends after this time.
pub const IDLE_MS: i64 = 12 * HOUR_MS;
/// A session ends this long after the sign-in, used or not.
pub const LIFETIME_MS: i64 = 7 * DAY_MS;
/// A cookie is renewed when it is this old, and not at every request.
const RENEW_AFTER_MS: i64 = 5 * MINUTE_MS;
/// Separates these signatures from signatures of other things with the same secret.
const PURPOSE: &[u8] = b"docket session 1\0";
/// A cookie has a name of at most 64 characters, so Docket makes no longer one.
const COOKIE_BYTES_MAX: usize = 2048;

/// Characters of a session secret, at least.
const SECRET_CHARS_MIN: usize = 32;

/// The secret that signs sessions. It is never shown.
pub struct SessionSecret(String);

impl SessionSecret {
    /// Reads a secret.
    ///
    /// # Errors
    /// Says how long it must be, without quoting it.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.chars().count() < SECRET_CHARS_MIN {
            return Err(format!("must have at least {SECRET_CHARS_MIN} characters"));
        }
        Ok(Self(text.to_owned()))
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SessionSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionSecret(…)")
    }
}

/// A signed-in person, as in the cookie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Names the session.
    pub id: SessionId,
    pub name: CallerName,
    /// When the person signed in.
    #[serde(rename = "issued", with = "super::unix_ms_number")]
    pub issued_at: UnixMs,
    /// When the cookie was last written.
    #[serde(rename = "seen", with = "super::unix_ms_number")]
    pub seen_at: UnixMs,
}

/// Why a cookie is not a valid session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSession {
    /// The signature is wrong, or the account was removed or has a new passphrase.
    #[error("the session is not valid")]
    Forged,
    /// The session was unused for too long, or is too old.
    #[error("the session has expired")]
    Expired,
}

impl Session {
    /// A session that begins now. Its id needs 16 random bytes.
    #[must_use]
    pub fn begin(random: [u8; 16], name: CallerName, now: UnixMs) -> Self {
        Self { id: SessionId::new(random), name, issued_at: now, seen_at: now }
    }

    /// When it ends at the latest.
    #[must_use]
    pub fn expires_at(&self) -> UnixMs {
        self.issued_at.plus_ms(LIFETIME_MS)
    }

    /// The first moment at which it is no longer valid, unless it is used before.
    #[must_use]
    pub fn valid_until(&self) -> UnixMs {
        self.seen_at.plus_ms(IDLE_MS).min(self.expires_at())
    }

    /// The renewed session, if the cookie is old enough to be renewed.
    #[must_use]
    pub fn renewed(&self, now: UnixMs) -> Option<Self> {
        (now.since_ms(self.seen_at) >= RENEW_AFTER_MS).then(|| Self { seen_at: now, ..self.clone() })
    }

    /// The cookie's value. `passphrase_hash` is the account's, as in the settings.
    #[must_use]
    pub fn seal(&self, secret: &SessionSecret, passphrase_hash: &str) -> String {
        let payload = serde_json::to_vec(self).unwrap_or_default();
        let payload = Base64UrlUnpadded::encode_string(&payload);
        let signature = signer(secret, &payload, passphrase_hash)
            .map(|signer| Base64UrlUnpadded::encode_string(&signer.finalize().into_bytes()))
            .unwrap_or_default();
        format!("{payload}.{signature}")
    }

    /// Reads a cookie's value. `passphrase_hash` finds the hash of an account by name.
    ///
    /// # Errors
    /// If the signature does not match one of the secrets and the hash, or the session has expired.
    pub fn open<'a>(
        cookie: &str,
        secrets: &[&SessionSecret],
        passphrase_hash: impl FnOnce(&str) -> Option<&'a str>,
        now: UnixMs,
    ) -> Result<Self, InvalidSession> {
        let session = Self::verified(cookie, secrets, passphrase_hash).ok_or(InvalidSession::Forged)?;
        if now >= session.valid_until() { Err(InvalidSession::Expired) } else { Ok(session) }
    }

    fn verified<'a>(
        cookie: &str,
        secrets: &[&SessionSecret],
        passphrase_hash: impl FnOnce(&str) -> Option<&'a str>,
    ) -> Option<Self> {
        if cookie.len() > COOKIE_BYTES_MAX {
            return None;
        }
        let (payload, signature) = cookie.split_once('.')?;
        let signature = Base64UrlUnpadded::decode_vec(signature).ok()?;
        // The payload is read before its signature is verified, only to find the hash that the signature covers.
        let json = String::from_utf8(Base64UrlUnpadded::decode_vec(payload).ok()?).ok()?;
        let session: Self = docket_wire::json::from_str(&json).ok()?;
        let hash = passphrase_hash(&session.name.0)?;
        let is_signed_with = |secret: &SessionSecret| {
            signer(secret, payload, hash).is_some_and(|signer| signer.verify_slice(&signature).is_ok())
        };
        secrets.iter().any(|secret| is_signed_with(secret)).then_some(session)
    }
}

fn signer(secret: &SessionSecret, payload: &str, passphrase_hash: &str) -> Option<Hmac<Sha256>> {
    let mut signer = Hmac::<Sha256>::new_from_slice(secret.0.as_bytes()).ok()?;
    signer.update(PURPOSE);
    signer.update(payload.as_bytes());
    // The payload has no dot, so the boundary between payload and hash is unambiguous.
    signer.update(b".");
    signer.update(passphrase_hash.as_bytes());
    Some(signer)
}

#[cfg(test)]
mod tests;
