//! PBKDF2-HMAC-SHA256 of passphrases, as PHC strings, for plans of the platform with too little CPU time for Argon2id.
//!
//! The Worker lets its runtime derive the key, in a tenth of the time that its own code would take.

use std::ops::RangeInclusive;

use base64ct::{Base64Unpadded, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

const PREFIX: &str = "$pbkdf2-sha256$i=";
/// 6 ms of CPU time; the free plan has 10 ms for a request.
const ITERATIONS: u32 = 30_000;
/// Cloudflare's WebCrypto refuses more.
const ITERATIONS_ALLOWED: RangeInclusive<u32> = 10_000..=100_000;
const SALT_BYTES_MIN: usize = 8;

/// A hash, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pbkdf2Hash {
    /// Iterations of HMAC-SHA256.
    pub iterations: u32,
    pub salt: Vec<u8>,
    key: [u8; 32],
}

impl Pbkdf2Hash {
    /// Hashes a passphrase. The salt must come from the system's random numbers.
    #[must_use]
    pub fn new(passphrase: &str, salt: &[u8; 16]) -> Self {
        let key = derive(passphrase, salt, ITERATIONS);
        Self { iterations: ITERATIONS, salt: salt.to_vec(), key }
    }

    /// Reads a PHC string whose cost a Worker can afford.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix(PREFIX)?.split('$');
        let (iterations, salt, key) = (parts.next()?, parts.next()?, parts.next()?);
        let iterations = iterations.parse().ok().filter(|count| ITERATIONS_ALLOWED.contains(count))?;
        let salt = Base64Unpadded::decode_vec(salt).ok().filter(|salt| salt.len() >= SALT_BYTES_MIN)?;
        let key = Base64Unpadded::decode_vec(key).ok()?.try_into().ok()?;
        parts.next().is_none().then_some(Self { iterations, salt, key })
    }

    /// Whether a derived key is this one, in constant time.
    #[must_use]
    pub fn is_key(&self, derived: &[u8]) -> bool {
        self.key.as_slice().ct_eq(derived).into()
    }
}

impl std::fmt::Display for Pbkdf2Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [salt, key] = [self.salt.as_slice(), &self.key].map(Base64Unpadded::encode_string);
        write!(f, "{PREFIX}{}${salt}${key}", self.iterations)
    }
}

/// The first block of PBKDF2. A key of 32 bytes has no other.
///
/// The pbkdf2 crate is not used, because only this command of xtask and the tests derive a key outside the runtime.
fn derive(passphrase: &str, salt: &[u8], iterations: u32) -> [u8; 32] {
    let Ok(keyed) = Hmac::<Sha256>::new_from_slice(passphrase.as_bytes()) else { return [0; 32] };
    let mac = |parts: &[&[u8]]| -> [u8; 32] {
        let mut mac = keyed.clone();
        parts.iter().for_each(|part| mac.update(part));
        mac.finalize().into_bytes().into()
    };
    let mut block = mac(&[salt, &1_u32.to_be_bytes()]);
    let mut key = block;
    for _ in 1..iterations {
        block = mac(&[&block]);
        key.iter_mut().zip(block).for_each(|(byte, other)| *byte ^= other);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_that_of_the_standard() {
        // From another implementation: hashlib.pbkdf2_hmac.
        let known =
            "$pbkdf2-sha256$i=100000$AQEBAQEBAQEBAQEBAQEBAQ$xOI1F8Rk3lh4vYZ0kAW2IhEJiQ4YHQWTP/PQ1JLu/OU";
        let hash = Pbkdf2Hash::parse(known).unwrap();
        assert_eq!(hash.to_string(), known);
        assert!(hash.is_key(&derive("correct horse", &[1; 16], 100_000)));
        assert!(!hash.is_key(&derive("correct hors", &[1; 16], 100_000)));
        assert!(!hash.is_key(&[]));
        let new = Pbkdf2Hash::new("correct horse", &[2; 16]);
        assert_eq!(Pbkdf2Hash::parse(&new.to_string()), Some(new));
    }

    #[test]
    fn only_hashes_of_limited_cost_are_read() {
        let rest = "$AQEBAQEBAQEBAQEBAQEBAQ$xOI1F8Rk3lh4vYZ0kAW2IhEJiQ4YHQWTP/PQ1JLu/OU";
        for bad in [
            String::new(),
            format!("{PREFIX}9999{rest}"),
            format!("{PREFIX}100001{rest}"),
            format!("{PREFIX}x{rest}"),
            format!("{PREFIX}20000{rest}$"),
            format!("{PREFIX}20000$AQEB$xOI1F8Rk3lh4vYZ0kAW2IhEJiQ4YHQWTP/PQ1JLu/OU"),
            format!("{PREFIX}20000$AQEBAQEBAQEBAQEBAQEBAQ$xOI1"),
        ] {
            assert_eq!(Pbkdf2Hash::parse(&bad), None, "{bad}");
        }
    }
}
