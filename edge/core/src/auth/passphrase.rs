//! Passphrases of operators: Argon2id, as PHC strings.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::settings::{Operator, Settings};

/// Memory in KiB, passes and lanes: what OWASP's password storage guide asks of Argon2id, and what a Worker with
/// 128 MB has room for.
const COST: (u32, u32, u32) = (19_456, 2, 1);
/// The most that a hash from the settings may ask for, in KiB and passes.
const COST_MAX: (u32, u32) = (65_536, 10);
/// Longer ones are not hashed at all.
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

/// Whether a text is a hash that [`verify`] can work with, at a cost that a Worker can bear.
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

/// Whether a passphrase belongs to a hash.
#[must_use]
pub fn verify(passphrase: &str, hash: &str) -> bool {
    passphrase.len() <= PASSPHRASE_BYTES_MAX
        && is_hash(hash)
        && PasswordHash::new(hash)
            .is_ok_and(|hash| Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok())
}

/// The operator with this name and passphrase. An unknown name takes as long as a wrong passphrase, so that
/// nobody can find out names with a clock.
#[must_use]
pub fn authenticate<'a>(settings: &'a Settings, name: &str, passphrase: &str) -> Option<&'a Operator> {
    let operator = settings.operator(name);
    // The decoy is an operator's real hash, so that it costs what theirs cost; its verdict counts for nothing.
    let hash = operator.or(settings.operators.first()).map_or("", |operator| operator.hash.as_str());
    let good = verify(passphrase, hash);
    operator.filter(|_| good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_pinned() {
        let hash = hash("correct horse", &[1; 16]).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$AQEBAQEBAQEBAQEBAQEBAQ$"), "{hash}");
        assert!(is_hash(&hash) && verify("correct horse", &hash));
        for wrong in ["", "correct hors", "correct horse ", "Correct horse", &"x".repeat(5000)] {
            assert!(!verify(wrong, &hash), "{wrong}");
        }
    }

    #[test]
    fn only_bearable_argon2id_is_a_hash() {
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
    fn nothing_unhashable_is_hashed() {
        assert_eq!(hash("", &[0; 16]), Err(Unhashable));
        assert_eq!(hash(&"x".repeat(1025), &[0; 16]), Err(Unhashable));
    }

    #[test]
    fn name_and_passphrase_must_belong_together() {
        let mut settings = crate::settings::tests::settings();
        for operator in &mut settings.operators {
            operator.hash = hash("correct horse", &[2; 16]).unwrap();
        }
        let who =
            |name, passphrase| authenticate(&settings, name, passphrase).map(|found| found.name.0.as_str());
        assert_eq!(who("ada", "correct horse"), Some("ada"));
        for (name, passphrase) in
            [("ada", "wrong"), ("eve", "correct horse"), ("", ""), ("Ada", "correct horse")]
        {
            assert_eq!(who(name, passphrase), None, "{name}");
        }
    }
}
