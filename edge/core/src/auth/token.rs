//! Tokens of programs: `docket_<id>_<secret>`, stored as SHA-256.
//!
//! A fast hash is enough, because the secret is 32 random bytes and not a passphrase.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::{Right, UnixMs};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::auth::caller::{Caller, program};

const PREFIX: &str = "docket_";
/// Base64url of 32 bytes.
const SECRET_CHARS: usize = 43;
const ID_CHARS_MAX: usize = 40;
/// Longer texts are refused before they are hashed.
const TOKEN_CHARS_MAX: usize = PREFIX.len() + ID_CHARS_MAX + 1 + SECRET_CHARS;

/// SHA-256 of a token. Its comparison takes constant time.
#[derive(Clone, Eq)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hash of a whole token.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Reads 64 hex digits.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Names the token, in its own text and in the ledger.
    pub id: String,
    /// SHA-256 of the whole token.
    pub hash: TokenHash,
    /// What the program may do.
    pub scopes: Vec<Right>,
    /// First moment at which the token is no longer valid.
    pub expires_at: Option<UnixMs>,
}

/// Whether a text can name a token: 1 to 40 letters, digits and hyphens.
#[must_use]
pub fn is_token_id(id: &str) -> bool {
    (1..=ID_CHARS_MAX).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Makes a token. The secret must come from the system's random numbers.
#[must_use]
pub fn make(id: &str, secret: &[u8; 32]) -> String {
    format!("{PREFIX}{id}_{}", Base64UrlUnpadded::encode_string(secret))
}

/// The caller who presents a token, if the token is one of `tokens` and has not expired.
#[must_use]
pub fn authenticate(tokens: &[Token], presented: &str, now: UnixMs) -> Option<Caller> {
    if presented.len() > TOKEN_CHARS_MAX || !presented.starts_with(PREFIX) {
        return None;
    }
    let hash = TokenHash::of(presented);
    // The search is by hash and not by id, so that its time does not reveal which ids exist.
    let token = tokens.iter().rfind(|token| token.hash == hash)?;
    let is_valid = token.expires_at.is_none_or(|expiry| now < expiry);
    is_valid.then(|| Caller { name: program(&token.id), rights: token.scopes.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn token(id: &str, secret: u8, expires_at: Option<UnixMs>) -> (String, Token) {
        let text = make(id, &[secret; 32]);
        let hash = TokenHash::of(&text);
        (text, Token { id: id.to_owned(), hash, scopes: vec![Right::JobsRead], expires_at })
    }

    #[test]
    fn the_form_of_a_token_does_not_change() {
        let (text, token) = token("ci", 7, None);
        assert_eq!(text, "docket_ci_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc");
        assert_eq!(
            token.hash.to_string(),
            "b870a26549c6ee25959103662e54286470faf1747e2dc8ae87accfb833148b67",
        );
        assert_eq!(TokenHash::from_hex(&token.hash.to_string()), Some(token.hash.clone()));
        assert!(!format!("{token:?}").contains(&token.hash.to_string()));
    }

    #[test]
    fn only_a_known_token_that_has_not_expired_authenticates() {
        let (first, a) = token("ci", 1, None);
        let (second, b) = token("bot-2", 2, Some(UnixMs(1000)));
        let tokens = [a, b];
        let caller = authenticate(&tokens, &first, UnixMs(5)).unwrap();
        assert_eq!((caller.name.0.as_str(), caller.rights.as_slice()), ("token:ci", &[Right::JobsRead][..]));
        assert!(authenticate(&tokens, &second, UnixMs(999)).is_some());
        for (bad, now) in [
            (second.as_str(), 1000),
            (first.trim_end_matches('E'), 0),
            (&first.replace("_ci_", "_bot-2_"), 0),
            (&first.replace("docket", "Docket"), 0),
            (&format!("{first}x"), 0),
            (&"docket_".repeat(1000), 0),
            ("", 0),
        ] {
            assert_eq!(authenticate(&tokens, bad, UnixMs(now)), None, "{bad}");
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
        fn no_other_text_authenticates(text in "(docket_)?[a-zA-Z0-9_-]{0,60}") {
            let (good, token) = token("ci", 1, None);
            prop_assume!(text != good);
            prop_assert_eq!(authenticate(&[token], &text, UnixMs(0)), None);
        }
    }
}
