use docket_wire::{DAY_MS, HOUR_MS, MINUTE_MS, UnixMs};

use crate::rate_limit::Budget;

/// The service counts visits with some delay: a day is settled this long after its end.
const SETTLING_MS: i64 = 2 * HOUR_MS;
/// How long data of a range that is not over stay fresh while the budget is unused.
pub(super) const FRESH_UNSETTLED_MS: i64 = MINUTE_MS;
/// How long such data stay fresh at most, however little of the budget is left.
const FRESH_UNSETTLED_MAX_MS: i64 = HOUR_MS;

/// How far ahead of now the time of data may be, in milliseconds: the clocks of two machines differ a little.
const CLOCK_TOLERANCE_MS: i64 = MINUTE_MS;

/// Whether data come from a clock that ran ahead: whether their range was over then is not known.
pub(super) fn is_ahead(fetched_at: UnixMs, now: UnixMs) -> bool {
    fetched_at > now.plus_ms(CLOCK_TOLERANCE_MS)
}

/// Whether all days (of UTC) of a range that ends at `to` are over and fully counted.
#[must_use]
pub fn is_settled(to: UnixMs, now: UnixMs) -> bool {
    let today = UnixMs(now.0.saturating_sub(now.0.rem_euclid(DAY_MS)));
    to <= today && to.plus_ms(SETTLING_MS) <= now
}

/// How long data stay fresh if they were fetched before their range settled, in milliseconds. Data of a settled
/// range never change.
///
/// The less of the budget is left, the longer they stay fresh: four times as long once half of it is used, sixteen
/// times once three quarters are. A busy team therefore sees older data before a request is refused.
#[must_use]
pub fn unsettled_fresh_for_ms(budget: &Budget) -> i64 {
    let (limit, remaining) = (i64::from(budget.limit.max(1)), i64::from(budget.remaining.max(1)));
    let fresh_ms =
        FRESH_UNSETTLED_MS.saturating_mul(limit.saturating_mul(limit)) / remaining.saturating_mul(remaining);
    fresh_ms.clamp(FRESH_UNSETTLED_MS, FRESH_UNSETTLED_MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::DateOrTime;

    fn at(text: &str) -> UnixMs {
        text.parse::<DateOrTime>().unwrap().instant()
    }

    fn budget(limit: u32, remaining: u32) -> Budget {
        Budget { limit, remaining, resets_at: UnixMs(0), paused_until: None }
    }

    #[test]
    fn a_range_settles_two_hours_after_its_last_utc_day() {
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
    fn data_stay_fresh_longer_when_less_budget_is_left() {
        for (limit, remaining, minutes) in
            [(100, 100, 1), (100, 50, 4), (100, 25, 16), (100, 10, 60), (100, 0, 60), (1, 0, 1), (0, 0, 1)]
        {
            let fresh_ms = unsettled_fresh_for_ms(&budget(limit, remaining));
            assert_eq!(fresh_ms, minutes * 60_000, "{remaining} of {limit}");
        }
        assert_eq!(unsettled_fresh_for_ms(&budget(u32::MAX, 1)), FRESH_UNSETTLED_MAX_MS);
    }
}
