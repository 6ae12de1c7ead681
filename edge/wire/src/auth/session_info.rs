use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{CallerName, UnixMs};

/// Id of a session: 32 lowercase hex digits. It is no secret, because the cookie of the session is signed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionId(String);

/// Why a text is not the id of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session's id must have 32 lowercase hex digits")]
pub struct InvalidSessionId;

impl SessionId {
    /// The number of its characters.
    pub const CHARS: usize = 32;

    /// Creates an id from 16 random bytes.
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
    /// Id of the session.
    pub id: SessionId,
    /// Name of the account that the person signed in with.
    pub name: CallerName,
    /// When the person signed in.
    pub began_at: UnixMs,
    /// When the session was last used, to a few minutes.
    pub seen_at: UnixMs,
    /// When the session ends at the latest.
    pub expires_at: UnixMs,
    /// Address of the last use, as Cloudflare reports it; empty if it does not.
    pub address: String,
    /// Country of the address, in two characters, as Cloudflare reports it; null if it does not.
    pub country: Option<String>,
    /// The `User-Agent` of the browser, shortened; empty if there is none.
    pub browser: String,
    /// Whether this session sent the request.
    pub current: bool,
}

impl SessionInfo {
    /// Maximum length of the `User-Agent`, in bytes.
    pub const BROWSER_BYTES_MAX: usize = 256;
}

/// Response of `GET /api/sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sessions {
    /// The sessions of a person, most recently used first.
    pub sessions: Vec<SessionInfo>,
    /// Always false: there is one page.
    pub has_more: bool,
}
