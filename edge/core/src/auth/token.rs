//! Tokens of programs: `docket_<id>_<secret>`, kept as SHA-256.
//!
//! A plain hash will do, since the secret is 32 random bytes and no passphrase.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::UnixMs;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::auth::caller::{Caller, program};
use crate::settings::Token;

const PREFIX: &str = "docket_";
/// Base64url of 32 bytes.
const SECRET_CHARS: usize = 43;
const ID_CHARS_MAX: usize = 40;
/// No token is longer: what is does not get hashed.
const TOKEN_CHARS_MAX: usize = PREFIX.len() + ID_CHARS_MAX + 1 + SECRET_CHARS;

/// SHA-256 of a token. Its equality takes the same time for all.
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
        let decoded = base16(hex, &mut bytes)?;
        Some(Self(*decoded))
    }
}

fn base16<'a>(hex: &str, bytes: &'a mut [u8; 32]) -> Option<&'a [u8; 32]> {
    if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// As it stands in the setting: 64 hex digits.
impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

/// Whether a text can name a token: 1 to 40 letters, digits and hyphens.
#[must_use]
pub fn is_token_id(id: &str) -> bool {
    (1..=ID_CHARS_MAX).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// A new token. The secret must come from the system's random numbers.
#[must_use]
pub fn make(id: &str, secret: &[u8; 32]) -> String {
    format!("{PREFIX}{id}_{}", Base64UrlUnpadded::encode_string(secret))
}

/// Whose token this is, if it is one of `tokens` and has not expired.
#[must_use]
pub fn authenticate(tokens: &[Token], presented: &str, now: UnixMs) -> Option<Caller> {
    if presented.len() > TOKEN_CHARS_MAX || !presented.starts_with(PREFIX) {
        return None;
    }
    let hash = TokenHash::of(presented);
    // Found by its hash, not by the id it claims: every token costs the same, whether its id exists or not.
    let token = tokens.iter().rfind(|token| token.hash == hash)?;
    let good = token.expires_at.is_none_or(|expiry| now < expiry);
    good.then(|| Caller { name: program(&token.id), rights: token.scopes.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::Right;
    use proptest::prelude::*;

    fn token(id: &str, secret: u8, expires_at: Option<UnixMs>) -> (String, Token) {
        let text = make(id, &[secret; 32]);
        let hash = TokenHash::of(&text);
        (text, Token { id: id.to_owned(), hash, scopes: vec![Right::JobsRead], expires_at })
    }

    #[test]
    fn a_token_is_pinned() {
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
    fn only_a_known_token_in_its_time_is_good() {
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
    fn hashes_are_read_strictly() {
        for bad in ["", "00", &"g".repeat(64), &"0".repeat(63), &"0".repeat(65), &"é".repeat(32)] {
            assert_eq!(TokenHash::from_hex(bad), None, "{bad}");
        }
        assert!(TokenHash::from_hex(&"Ab".repeat(32)).is_some());
    }

    proptest! {
        #[test]
        fn no_other_text_is_a_token(text in "(docket_)?[a-zA-Z0-9_-]{0,60}") {
            let (good, token) = token("ci", 1, None);
            prop_assume!(text != good);
            prop_assert_eq!(authenticate(&[token], &text, UnixMs(0)), None);
        }
    }
}
