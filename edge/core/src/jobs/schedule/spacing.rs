//! The bounds of the time between two polls, the time after a failed one, and when a poll is late.

use docket_wire::MINUTE_MS;

/// The least time between two polls.
pub(super) const SPACING_MIN_MS: i64 = 1_000;
/// The most time between two polls: a job that runs for days is polled for days.
pub(crate) const SPACING_MAX_MS: i64 = 30 * MINUTE_MS;
/// A poll that is overdue for longer is late: an alarm takes a second, and a slow response of the service twenty.
pub(crate) const POLL_LATE_MS: i64 = MINUTE_MS;

/// The longest wait after a first failed poll; doubled for each failure after it.
const BACKOFF_BASE_MS: i64 = 5_000;

/// Milliseconds until the next poll after `failures` failed polls in a row (from 1), with full jitter: `random` is
/// uniform in 0 to 1 and spreads jobs that failed together.
#[must_use]
pub fn backoff_ms(failures: u32, random: f64) -> i64 {
    let ceiling = (BACKOFF_BASE_MS << failures.saturating_sub(1).min(10)).min(SPACING_MAX_MS / 3);
    SPACING_MIN_MS + (ceiling as f64 * random.clamp(0.0, 1.0)) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn backoff_stays_in_bounds(failures in 0u32..1000, random in 0.0f64..=1.0) {
            prop_assert!((SPACING_MIN_MS..=SPACING_MAX_MS).contains(&backoff_ms(failures, random)));
        }
    }
}
