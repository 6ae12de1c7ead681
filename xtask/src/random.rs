//! Randomness from the operating system, and passphrases that a person can read aloud.

use anyhow::{Context as _, Result};

/// 256 short words, told apart easily: one for each value of a byte.
const WORDS: &str = include_str!("words.txt");

/// Bytes that nobody can guess.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).context("the operating system gives no randomness")?;
    Ok(bytes)
}

/// A made-up secret of 64 hexadecimal digits (256 bits).
pub(crate) fn secret() -> Result<String> {
    Ok(bytes::<32>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A made-up passphrase of `N` words, eight bits each.
pub(crate) fn passphrase<const N: usize>() -> Result<String> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let chosen = bytes::<N>()?;
    let chosen: Option<Vec<&str>> =
        chosen.iter().map(|&byte| words.get(usize::from(byte)).copied()).collect();
    Ok(chosen.context("the list of words is too short")?.join("-"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_is_a_different_word_for_each_byte() {
        let words: BTreeSet<&str> = WORDS.split_whitespace().collect();
        assert_eq!(words.len(), 256);
        assert_eq!(WORDS.split_whitespace().count(), 256);
        assert!(words.iter().all(|word| (3..=6).contains(&word.len())), "short words only");
        assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn a_passphrase_has_as_many_words_as_asked_for() {
        assert_eq!(passphrase::<4>().unwrap().split('-').count(), 4);
        assert_ne!(passphrase::<8>().unwrap(), passphrase::<8>().unwrap());
    }

    #[test]
    fn a_secret_is_long_enough_for_a_session() {
        assert_eq!(secret().unwrap().len(), 64);
    }
}
