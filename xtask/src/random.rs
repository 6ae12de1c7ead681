//! Random secrets, and passphrases that a person can read aloud.

use rand::seq::IndexedRandom as _;

/// 256 short, distinct words.
pub(crate) const WORDS: &str = include_str!("passphrase_words.txt");

/// A secret of 64 hexadecimal digits (256 bits).
pub(crate) fn secret() -> String {
    base16ct::lower::encode_string(&rand::random::<[u8; 32]>())
}

/// A passphrase of words joined by hyphens; each adds eight bits.
pub(crate) fn passphrase(word_count: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let chosen = (0..word_count).filter_map(|_| words.choose(&mut rand::rng()).copied());
    chosen.collect::<Vec<&str>>().join("-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_256_words_are_short_and_distinct() {
        let words: BTreeSet<&str> = WORDS.split_whitespace().collect();
        assert_eq!(words.len(), 256);
        assert_eq!(WORDS.split_whitespace().count(), 256);
        assert!(words.iter().all(|word| (3..=6).contains(&word.len())), "short words only");
        assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn a_passphrase_has_the_requested_number_of_words() {
        assert_eq!(passphrase(4).split('-').count(), 4);
        assert_ne!(passphrase(8), passphrase(8));
    }
}
