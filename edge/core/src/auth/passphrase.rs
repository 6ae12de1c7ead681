//! Passphrases of operators: Argon2id, as PHC strings.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

/// Memory in KiB, passes and lanes: the minimum of OWASP's password storage guide for Argon2id. It fits into a Worker's
/// 128 MB.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// Maximum cost of a hash from the settings, in KiB and passes.
const COST_MAX: (u32, u32) = (65_536, 10);
/// Longer passphrases are refused before they are hashed.
const PASSPHRASE_BYTES_MAX: usize = 1024;

/// A passphrase that cannot be hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a passphrase must have 1 to 1024 bytes, and its salt at least 8")]
pub struct Unhashable;

/// Hashes a passphrase. The salt must come from the system's random numbers.
///
/// # Errors
/// If the passphrase is empty or too long, or the salt too short.
pub fn hash(passphrase: &str, salt: &[u8; 16]) -> Result<String, Unhashable> {
    if passphrase.is_empty() || passphrase.len() > PASSPHRASE_BYTES_MAX {
        return Err(Unhashable);
    }
    let (memory_kib, passes, lanes) = COST;
    let params = Params::new(memory_kib, passes, lanes, None).map_err(|_| Unhashable)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash: PasswordHash =
        argon2.hash_password_with_salt(passphrase.as_bytes(), salt).map_err(|_| Unhashable)?;
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
    fn empty_and_long_passphrases_are_refused() {
        assert_eq!(hash("", &[0; 16]), Err(Unhashable));
        assert_eq!(hash(&"x".repeat(1025), &[0; 16]), Err(Unhashable));
    }
}
