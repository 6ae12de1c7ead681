//! How long to wait before the next attempt to connect.

const BASE_MS: u32 = 500;
const CAP_MS: u32 = 30_000;

/// Full jitter: anything from nothing to a limit that doubles with every attempt, so that many consoles that were
/// cut off at once do not come back at once. `random` is from 0 to 1.
pub(crate) fn delay_ms(attempt: u32, random: f64) -> u32 {
    let limit = BASE_MS.saturating_mul(1 << attempt.min(8)).min(CAP_MS);
    // A tenth is always waited, so that a line that closes at once is not asked in a tight loop.
    let jittered = f64::from(limit) * (0.1 + 0.9 * random.clamp(0.0, 1.0));
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it lies between 0 and the cap"
    )]
    let delay = jittered as u32;
    delay
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_to_a_cap_and_is_spread() {
        assert_eq!([0, 1, 2, 6, 40].map(|n| delay_ms(n, 1.0)), [500, 1000, 2000, 30_000, 30_000]);
        assert_eq!([0, 6].map(|n| delay_ms(n, 0.0)), [50, 3000]);
        assert_eq!(delay_ms(0, f64::from(7)), 500, "held within its range");
    }
}
