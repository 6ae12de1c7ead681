use docket_wire::UnixMs;

use crate::rate_limit::Budget;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Figures arrive at the service with some delay: a day is settled this long after its end.
const SETTLING_MS: i64 = 2 * 60 * 60 * 1000;
/// Figures of today change all the time: while nothing of the budget is spent, they are good for so long.
pub(super) const FRESH_MOVING_MS: i64 = 60 * 1000;
/// However little of the budget is left, figures of today are asked for again after this.
const FRESH_MOVING_MAX_MS: i64 = 60 * 60 * 1000;

/// Whether a range that ends at `to` lies wholly in days (of UTC) that are over, and were counted to the end.
#[must_use]
pub fn is_settled(to: UnixMs, now: UnixMs) -> bool {
    let today = UnixMs(now.0.saturating_sub(now.0.rem_euclid(DAY_MS)));
    to <= today && to.plus_ms(SETTLING_MS) <= now
}

/// How long figures are fresh that were asked for before their range was settled, in milliseconds. Those of a settled
/// range do not change any more.
///
/// The less is left of the budget, the longer they are good: after half of it four times as long, after three
/// quarters sixteen times. So a team that looks often sees older figures before anybody is refused.
#[must_use]
pub fn moving_fresh_for_ms(budget: &Budget) -> i64 {
    let (limit, remaining) = (i64::from(budget.limit.max(1)), i64::from(budget.remaining.max(1)));
    let fresh_ms =
        FRESH_MOVING_MS.saturating_mul(limit.saturating_mul(limit)) / remaining.saturating_mul(remaining);
    fresh_ms.clamp(FRESH_MOVING_MS, FRESH_MOVING_MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::DateOrTime;

    fn at(text: &str) -> UnixMs {
        text.parse::<DateOrTime>().unwrap().instant()
    }

    fn budget(limit: u32, remaining: u32) -> Budget {
        Budget { limit, remaining, resets_at: UnixMs(0) }
    }

    #[test]
    fn ranges_settle() {
        let cases = [
            // dateTo, now, settled
            ("2026-11-20", "2026-11-20T12:00:00Z", true),
            ("2026-11-20", "2026-11-20T01:59:59Z", false),
            ("2026-11-20", "2026-11-20T02:00:00Z", true),
            ("2026-11-21", "2026-11-20T12:00:00Z", false),
            ("2026-11-20T08:00:00Z", "2026-11-20T12:00:00Z", false),
            ("2026-11-01", "2026-11-20T00:00:00Z", true),
            ("2026-11-20T01:00:00+02:00", "2026-11-20T01:00:00Z", true),
        ];
        for (to, now, settled) in cases {
            assert_eq!(is_settled(at(to), at(now)), settled, "{to} at {now}");
        }
    }

    #[test]
    fn the_less_is_left_the_longer_figures_are_good() {
        for (limit, remaining, minutes) in
            [(100, 100, 1), (100, 50, 4), (100, 25, 16), (100, 10, 60), (100, 0, 60), (1, 0, 1), (0, 0, 1)]
        {
            let fresh_ms = moving_fresh_for_ms(&budget(limit, remaining));
            assert_eq!(fresh_ms, minutes * 60_000, "{remaining} of {limit}");
        }
        assert_eq!(moving_fresh_for_ms(&budget(u32::MAX, 1)), FRESH_MOVING_MAX_MS);
    }
}
