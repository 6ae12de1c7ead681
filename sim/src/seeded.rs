//! Random numbers that depend only on a seed and a name.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator for one named thing, e.g. `("job", project, 3)`.
///
/// Unlike a shared generator, it does not depend on the order of requests.
pub(crate) fn rng(seed: u64, kind: &str, name: &str, number: u64) -> ChaCha8Rng {
    let parts = [&seed.to_le_bytes()[..], kind.as_bytes(), &[0xff], name.as_bytes(), &number.to_le_bytes()];
    ChaCha8Rng::seed_from_u64(fnv1a(parts.into_iter().flatten().copied()))
}

/// FNV-1a, because the standard library's hasher may change between releases.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    #[test]
    fn the_same_name_gives_the_same_numbers_and_another_gives_others() {
        let draw = |seed, name, number| super::rng(seed, "job", name, number).random::<u64>();
        assert_eq!(draw(1, "a", 0), draw(1, "a", 0));
        assert_ne!(draw(1, "a", 0), draw(2, "a", 0));
        assert_ne!(draw(1, "a", 0), draw(1, "b", 0));
        assert_ne!(draw(1, "a", 0), draw(1, "a", 1));
    }
}
