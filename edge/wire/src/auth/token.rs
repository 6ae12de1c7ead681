use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Grant, ProjectScope, Right};
use crate::{CallerName, UnixMs};

/// Id of a token: 1 to 40 letters, digits and hyphens. It is a part of the token, and names its program in the ledger.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TokenId(String);

/// Why a text is not the id of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token's id must have 1 to 40 letters, digits and hyphens")]
pub struct InvalidTokenId;

impl TokenId {
    /// Maximum number of characters.
    pub const CHARS_MAX: usize = 40;

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for TokenId {
    type Error = InvalidTokenId;
    fn try_from(text: String) -> Result<Self, InvalidTokenId> {
        let has_length = (1..=Self::CHARS_MAX).contains(&text.len());
        let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if has_length && is_plain { Ok(Self(text)) } else { Err(InvalidTokenId) }
    }
}

impl FromStr for TokenId {
    type Err = InvalidTokenId;
    fn from_str(text: &str) -> Result<Self, InvalidTokenId> {
        Self::try_from(text.to_owned())
    }
}

impl From<TokenId> for String {
    fn from(id: TokenId) -> Self {
        id.0
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Body of `POST /api/tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    /// Id of the token. It must differ from those of all other tokens, and of tokens that ended within the last year.
    pub id: TokenId,
    /// What the program may do, and in which projects.
    #[serde(flatten)]
    pub grant: Grant,
    /// Days until the token expires: 1 to 3,650, or null for never. The default is 90.
    #[serde(default = "ninety_days")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = NewToken::DAYS_MAX)))]
    pub expires_in_days: Option<u16>,
}

/// serde accepts unknown members where it flattens others.
impl<'de> Deserialize<'de> for NewToken {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        struct TokenMembers {
            id: TokenId,
            rights: BTreeSet<Right>,
            projects: ProjectScope,
            #[serde(default = "ninety_days")]
            expires_in_days: Option<u16>,
        }
        let TokenMembers { id, rights, projects, expires_in_days } = TokenMembers::deserialize(from)?;
        Ok(Self { id, grant: Grant { rights, projects }, expires_in_days })
    }
}

fn ninety_days() -> Option<u16> {
    Some(NewToken::DAYS_DEFAULT)
}

impl NewToken {
    /// Days until a token expires by default.
    pub const DAYS_DEFAULT: u16 = 90;
    /// Maximum number of days until a token expires: ten years.
    pub const DAYS_MAX: u16 = 3650;
}

/// A token, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenInfo {
    /// Id of the token, which is a part of it. In the ledger, its program is `token:` and the id.
    pub id: TokenId,
    /// What the program may do, and in which projects.
    #[serde(flatten)]
    pub grant: Grant,
    /// When the token expires; null for never.
    pub expires_at: Option<UnixMs>,
    /// Who created the token, and what has happened to it; null for a token in the setting `DOCKET_TOKENS`, about which
    /// Docket stores nothing.
    pub issued: Option<IssuedInfo>,
}

/// serde would buffer the members that belong to the grant, which costs the Worker code.
impl<'de> Deserialize<'de> for TokenInfo {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct TokenInfoMembers {
            id: TokenId,
            rights: BTreeSet<Right>,
            projects: ProjectScope,
            expires_at: Option<UnixMs>,
            issued: Option<IssuedInfo>,
        }
        let TokenInfoMembers { id, rights, projects, expires_at, issued } =
            TokenInfoMembers::deserialize(from)?;
        Ok(Self { id, grant: Grant { rights, projects }, expires_at, issued })
    }
}

/// What Docket stores about a token that an admin created in the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct IssuedInfo {
    /// Who created the token.
    pub created_by: CallerName,
    /// When the token was created.
    pub created_at: UnixMs,
    /// When the token was last used, to a few minutes; null if it never was.
    pub last_used_at: Option<UnixMs>,
    /// Who revoked the token; null if nobody did.
    pub revoked_by: Option<CallerName>,
    /// When the token was revoked; null if it was not.
    pub revoked_at: Option<UnixMs>,
}

/// Response of `GET /api/tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    /// The tokens from the console, newest first, followed by those from the settings.
    pub tokens: Vec<TokenInfo>,
    /// Always false: there is one page.
    pub has_more: bool,
}

/// Response of `POST /api/tokens`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreatedToken {
    /// The token. Docket does not store it, so only this response has it.
    pub token: String,
    /// What Docket stores about the token.
    pub info: TokenInfo,
}

impl fmt::Debug for CreatedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreatedToken").field("info", &self.info).finish_non_exhaustive()
    }
}
