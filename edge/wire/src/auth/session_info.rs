use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{CallerName, UnixMs};

/// Names a session: 32 hex digits in lower case. It is no secret, because the cookie that proves a session is signed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionId(String);

/// Why a text cannot name a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session's id must have 32 hex digits in lower case")]
pub struct InvalidSessionId;

impl SessionId {
    /// The number of its characters.
    pub const CHARS: usize = 32;

    /// Makes an id of 16 random bytes.
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

impl TryFrom<String> for SessionId {
    type Error = InvalidSessionId;
    fn try_from(text: String) -> Result<Self, InvalidSessionId> {
        let is_hex = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if is_hex && text.len() == Self::CHARS { Ok(Self(text)) } else { Err(InvalidSessionId) }
    }
}

impl FromStr for SessionId {
    type Err = InvalidSessionId;
    fn from_str(text: &str) -> Result<Self, InvalidSessionId> {
        Self::try_from(text.to_owned())
    }
}

impl From<SessionId> for String {
    fn from(id: SessionId) -> Self {
        id.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A session of a person who signed in with a passphrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    /// Its id.
    pub id: SessionId,
    /// Whose it is.
    pub name: CallerName,
    /// When the person signed in.
    pub began_at: UnixMs,
    /// When it was last used, to a few minutes.
    pub seen_at: UnixMs,
    /// When it ends at the latest.
    pub expires_at: UnixMs,
    /// The address of its last use, as Cloudflare tells it; empty if it does not.
    pub address: String,
    /// The country of the address, in two characters, as Cloudflare tells it.
    pub country: Option<String>,
    /// How the browser describes itself, shortened; empty if it does not.
    pub browser: String,
    /// Whether it is the session of the request.
    pub current: bool,
}

impl SessionInfo {
    /// Maximum length of the browser's description, in bytes.
    pub const BROWSER_BYTES_MAX: usize = 256;
}

/// Response of `GET /api/sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sessions {
    /// The sessions of a person, the one that was used last first.
    pub sessions: Vec<SessionInfo>,
    /// Always false: there is one page.
    pub has_more: bool,
}
