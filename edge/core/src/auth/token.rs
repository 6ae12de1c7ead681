//! Tokens of programs: `docket_<id>_<secret><checksum>`, stored as SHA-256.
//!
//! A fast hash is enough, because the secret is 32 random bytes and not a passphrase. The checksum is the CRC-32 of
//! everything before it, in hex: with it, a scanner of source code finds tokens without false alarms, and Docket refuses a mistyped
//! one at once.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::{Grant, TokenId, UnixMs};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::auth::caller::{Caller, program};

const PREFIX: &str = "docket_";
/// Base64url of 32 bytes.
const SECRET_CHARS: usize = 43;
const CHECKSUM_CHARS: usize = 8;
/// Longer texts are refused before they are hashed.
const TOKEN_CHARS_MAX: usize = PREFIX.len() + TokenId::CHARS_MAX + 1 + SECRET_CHARS + CHECKSUM_CHARS;

/// SHA-256 of a token. Its comparison takes constant time. As JSON and as text, 64 hex digits.
#[derive(Clone, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TokenHash([u8; 32]);

/// A text that is no hash of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash must have 64 hex digits")]
pub struct InvalidHash;

impl TryFrom<String> for TokenHash {
    type Error = InvalidHash;
    fn try_from(hex: String) -> Result<Self, InvalidHash> {
        Self::from_hex(&hex).ok_or(InvalidHash)
    }
}

impl From<TokenHash> for String {
    fn from(hash: TokenHash) -> Self {
        hash.to_string()
    }
}

impl TokenHash {
    /// Hash of a whole token.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    #[must_use]
    pub fn from_hex(hex: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        let decoded = base16ct::mixed::decode(hex, &mut bytes).ok()?;
        (decoded.len() == bytes.len()).then_some(Self(bytes))
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// 64 hex digits, as in the setting.
impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", base16ct::HexDisplay(&self.0))
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// A program's token as it is stored: without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Token {
    /// Names the token, in its own text and in the ledger.
    pub id: TokenId,
    pub hash: TokenHash,
    /// What the program may do in which projects.
    pub grant: Grant,
    /// First moment at which the token is no longer valid.
    pub expires_at: Option<UnixMs>,
}

impl Token {
    /// Whether it has not expired.
    #[must_use]
    pub fn is_valid(&self, now: UnixMs) -> bool {
        self.expires_at.is_none_or(|expiry| now < expiry)
    }

    /// The program that presents it.
    #[must_use]
    pub fn caller(&self) -> Caller {
        Caller { name: program(&self.id), grants: vec![self.grant.clone()] }
    }
}

/// Creates a token. The secret must come from the system's random numbers.
#[must_use]
pub fn make(id: &TokenId, secret: &[u8; 32]) -> String {
    let token = format!("{PREFIX}{id}_{}", Base64UrlUnpadded::encode_string(secret));
    let checksum = checksum(&token);
    token + &checksum
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// The hash of what a program presents, if it has the form of a token.
#[must_use]
pub fn hash_presented(presented: &str) -> Option<TokenHash> {
    let has_form = presented.len() <= TOKEN_CHARS_MAX && presented.starts_with(PREFIX);
    let (token, given) = presented.split_at_checked(presented.len().checked_sub(CHECKSUM_CHARS)?)?;
    (has_form && checksum(token) == given).then(|| TokenHash::of(presented))
}

/// The token of the settings that has this hash, if it has not expired.
#[must_use]
pub fn find<'a>(tokens: &'a [Token], presented: &TokenHash, now: UnixMs) -> Option<&'a Token> {
    // The search is by hash and not by id, so that its time does not reveal which ids exist.
    tokens.iter().rfind(|token| token.hash == *presented).filter(|token| token.is_valid(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::{ProjectScope, Right};
    use proptest::prelude::*;

    fn token(id: &str, secret: u8, expires_at: Option<UnixMs>) -> (String, Token) {
        let id: TokenId = id.parse().unwrap();
        let text = make(&id, &[secret; 32]);
        let grant = Grant::new([Right::JobsRead], ProjectScope::All);
        (text.clone(), Token { id, hash: TokenHash::of(&text), grant, expires_at })
    }

    fn presents<'a>(tokens: &'a [Token], presented: &str, now: UnixMs) -> Option<&'a str> {
        find(tokens, &hash_presented(presented)?, now).map(|token| token.id.as_str())
    }

    #[test]
    fn the_form_of_a_token_does_not_change() {
        let (text, token) = token("ci", 7, None);
        assert_eq!(text, "docket_ci_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc3b7537cc");
        assert_eq!(
            token.hash.to_string(),
            "9d965b391dadf077c40369adb2a5a6ca6922d6a6d37bf9be92aca7ce48432106",
        );
        assert_eq!(TokenHash::from_hex(&token.hash.to_string()), Some(token.hash.clone()));
        assert!(!format!("{token:?}").contains(&token.hash.to_string()));
        assert_eq!(token.caller().name.0, "token:ci");
    }

    #[test]
    fn only_a_known_token_that_has_not_expired_counts() {
        let (first, a) = token("ci", 1, None);
        let (second, b) = token("bot-2", 2, Some(UnixMs(1000)));
        let tokens = [a, b];
        assert_eq!(presents(&tokens, &first, UnixMs(5)), Some("ci"));
        assert_eq!(presents(&tokens, &second, UnixMs(999)), Some("bot-2"));
        let without_checksum = &first[..first.len() - 8];
        for (bad, now) in [
            (second.as_str(), 1000),
            (without_checksum, 0),
            (&format!("{without_checksum}00000000"), 0),
            (&first.to_uppercase(), 0),
            (&first.replace("_ci_", "_bot-2_"), 0),
            (&format!("{first}x"), 0),
            (&"docket_".repeat(1000), 0),
            ("docket_é", 0),
            ("", 0),
        ] {
            assert_eq!(presents(&tokens, bad, UnixMs(now)), None, "{bad}");
        }
    }

    #[test]
    fn a_hash_is_exactly_64_hex_digits() {
        for bad in ["", "00", &"g".repeat(64), &"0".repeat(63), &"0".repeat(65), &"é".repeat(32)] {
            assert_eq!(TokenHash::from_hex(bad), None, "{bad}");
        }
        assert!(TokenHash::from_hex(&"Ab".repeat(32)).is_some());
    }

    proptest! {
        #[test]
        fn no_other_text_counts(text in "(docket_)?[a-zA-Z0-9_-]{0,60}") {
            let (good, token) = token("ci", 1, None);
            prop_assume!(text != good);
            let tokens = [token];
            prop_assert_eq!(presents(&tokens, &text, UnixMs(0)), None);
        }

        #[test]
        fn a_mistyped_token_has_the_wrong_checksum(at in 7_usize..61, letter in "[a-zA-Z0-9]") {
            let (good, _) = token("ci", 1, None);
            let mut bad = good.clone();
            bad.replace_range(at..=at, &letter);
            prop_assert_eq!(hash_presented(&bad).is_some(), bad == good);
        }
    }
}
