//! Passphrases of accounts: their strength, and Argon2id as PHC strings.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use docket_wire::set_of;

/// Memory in KiB, passes and lanes: the minimum of OWASP's password storage guide for Argon2id. It fits into a Worker's
/// 128 MB.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// Maximum cost of a hash from the settings, in KiB and passes.
const COST_MAX: (u32, u32) = (65_536, 10);
/// Longer passphrases are refused before they are hashed.
const PASSPHRASE_BYTES_MAX: usize = 1024;

/// A passphrase with fewer characters needs [`WORDS_MIN`] words.
const CHARS_MIN: usize = 12;
/// Different words of at least two letters or digits.
const WORDS_MIN: usize = 4;

/// A passphrase that is not hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unhashable {
    /// It can be guessed.
    #[error(
        "the passphrase is too short: it must have at least 12 characters or 4 different words, because the limits on \
         sign-in slow down guessing but do not stop it"
    )]
    Weak,
    /// It is longer than a Worker hashes.
    #[error("the passphrase must have at most 1024 bytes")]
    Long,
    /// Argon2 refused its parameters.
    #[error("the passphrase cannot be hashed")]
    Refused,
}

/// Whether a passphrase is too short to withstand guessing.
#[must_use]
pub fn is_weak(passphrase: &str) -> bool {
    let words = passphrase.split(|c: char| !c.is_alphanumeric());
    let words = set_of(words.filter(|word| word.chars().nth(1).is_some()));
    passphrase.trim().chars().count() < CHARS_MIN && words.len() < WORDS_MIN
}

/// Hashes a passphrase. The salt must come from the system's random numbers.
///
/// # Errors
/// If the passphrase is weak or too long.
pub fn hash(passphrase: &str, salt: &[u8; 16]) -> Result<String, Unhashable> {
    if is_weak(passphrase) {
        return Err(Unhashable::Weak);
    }
    if passphrase.len() > PASSPHRASE_BYTES_MAX {
        return Err(Unhashable::Long);
    }
    let (memory_kib, passes, lanes) = COST;
    let params = Params::new(memory_kib, passes, lanes, None).map_err(|_| Unhashable::Refused)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash: PasswordHash =
        argon2.hash_password_with_salt(passphrase.as_bytes(), salt).map_err(|_| Unhashable::Refused)?;
    Ok(hash.to_string())
}

/// Whether a text is a hash for [`verify`], at a cost that a Worker can afford.
#[must_use]
pub fn is_hash(text: &str) -> bool {
    let Ok(hash) = PasswordHash::new(text) else { return false };
    let Ok(params) = Params::try_from(&hash) else { return false };
    hash.algorithm.as_str() == "argon2id"
        && hash.salt.is_some()
        && hash.hash.is_some()
        && params.m_cost() <= COST_MAX.0
        && params.t_cost() <= COST_MAX.1
}

/// Whether a hash was made of this passphrase.
#[must_use]
pub fn verify(passphrase: &str, hash: &str) -> bool {
    passphrase.len() <= PASSPHRASE_BYTES_MAX
        && is_hash(hash)
        && PasswordHash::new(hash)
            .is_ok_and(|hash| Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_of_a_hash_do_not_change() {
        let hash = hash("correct horse", &[1; 16]).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$AQEBAQEBAQEBAQEBAQEBAQ$"), "{hash}");
        assert!(is_hash(&hash) && verify("correct horse", &hash));
        for wrong in ["", "correct hors", "correct horse ", "Correct horse", &"x".repeat(5000)] {
            assert!(!verify(wrong, &hash), "{wrong}");
        }
    }

    #[test]
    fn only_argon2id_of_limited_cost_is_a_hash() {
        let salt_and_hash = "AQEBAQEBAQEBAQEBAQEBAQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG5cLVpIFnZ8o";
        let with = |head: &str| format!("${head}${salt_and_hash}");
        assert!(is_hash(&with("argon2id$v=19$m=65536,t=3,p=4")));
        for bad in [
            String::new(),
            "correct horse".to_owned(),
            with("argon2i$v=19$m=65536,t=3,p=4"),
            with("argon2id$v=19$m=65537,t=3,p=4"),
            with("argon2id$v=19$m=65536,t=11,p=4"),
            "$argon2id$v=19$m=65536,t=3,p=4$AQEBAQEBAQEBAQEBAQEBAQ".to_owned(),
            "$argon2id$v=19$m=65536,t=3,p=4".to_owned(),
        ] {
            assert!(!is_hash(&bad), "{bad}");
            assert!(!verify("x", &bad), "{bad}");
        }
    }

    #[test]
    fn weak_and_long_passphrases_are_refused() {
        for weak in [
            "",
            "x",
            "hunter2",
            "12345678901",
            "a b c d e f",
            "we we go we",
            "          x     ",
            "fig-elk-oak",
        ] {
            assert_eq!(hash(weak, &[0; 16]), Err(Unhashable::Weak), "{weak}");
        }
        for strong in ["123456789012", "we go to it", "correct horse", "żółć-żółć-12"] {
            assert!(hash(strong, &[0; 16]).is_ok(), "{strong}");
        }
        assert_eq!(hash(&"x".repeat(1025), &[0; 16]), Err(Unhashable::Long));
    }
}
