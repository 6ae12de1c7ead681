//! The delay before the next attempt to connect.

const BASE_MS: u32 = 500;
const CAP_MS: u32 = 30_000;
/// A connection that lasts this long is a good one.
const STABLE_MS: i64 = 10_000;

/// The number of the attempt after a connection that lasted so long. One that accepts the console and ends soon
/// afterwards, again and again, is no better than none.
pub(crate) fn attempt_after(attempt: u32, lasted_ms: i64) -> u32 {
    if lasted_ms < STABLE_MS { attempt } else { 0 }
}

/// A random delay below a limit that doubles with every attempt, so that consoles that were disconnected together do
/// not reconnect together. `random` is from 0 to 1.
pub(crate) fn delay_ms(attempt: u32, random: f64) -> u32 {
    let limit = BASE_MS.saturating_mul(1 << attempt.min(8)).min(CAP_MS);
    // A tenth of the limit is the minimum, so that a connection that closes at once is not opened in a tight loop.
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
    fn only_a_connection_that_lasts_a_while_starts_the_delays_again() {
        assert_eq!([0, 9_999, 10_000, 3_600_000].map(|lasted_ms| attempt_after(5, lasted_ms)), [5, 5, 0, 0]);
    }

    #[test]
    fn the_delay_doubles_up_to_a_cap_with_jitter() {
        assert_eq!([0, 1, 2, 6, 40].map(|n| delay_ms(n, 1.0)), [500, 1000, 2000, 30_000, 30_000]);
        assert_eq!([0, 6].map(|n| delay_ms(n, 0.0)), [50, 3000]);
        assert_eq!(delay_ms(0, f64::from(7)), 500, "clamped to the cap");
    }
}
