use docket_wire::{UnixMs, VisitorsQuery};

use crate::answer::CallFailure;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Figures arrive at the service with some delay: a day is settled this long after its end.
const SETTLING_MS: i64 = 2 * 60 * 60 * 1000;
/// Figures of today change all the time.
const FRESH_MOVING_MS: i64 = 60 * 1000;
/// Figures of past days should not change any more.
const FRESH_SETTLED_MS: i64 = DAY_MS;

/// Whether a range lies wholly in days (of UTC) that are over, and were counted to the end.
#[must_use]
pub fn is_settled(query: &VisitorsQuery, now: UnixMs) -> bool {
    query.date_to.as_ref().is_some_and(|to| {
        let to = to.instant();
        let today = UnixMs(now.0.saturating_sub(now.0.rem_euclid(DAY_MS)));
        to <= today && to.plus_ms(SETTLING_MS) <= now
    })
}

/// How long an answer is fresh that was fetched at a certain moment, in milliseconds. It depends on whether the range
/// was settled then, not on whether it is now.
#[must_use]
pub fn fresh_for_ms(query: &VisitorsQuery, fetched_at: UnixMs) -> i64 {
    if is_settled(query, fetched_at) { FRESH_SETTLED_MS } else { FRESH_MOVING_MS }
}

/// Whether a failure is of the kind that passes, so that an old answer may stand in. A refusal or a bad key has to be
/// seen.
pub(super) fn passes(failure: &CallFailure) -> bool {
    match failure {
        CallFailure::Throttled { .. }
        | CallFailure::Failed { .. }
        | CallFailure::Unreadable(_)
        | CallFailure::Unreachable
        | CallFailure::Timeout { .. } => true,
        CallFailure::Refused { .. }
        | CallFailure::NotFound { .. }
        | CallFailure::RejectedKey { .. }
        | CallFailure::Redirected { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::DatePoint;

    fn at(text: &str) -> UnixMs {
        text.parse::<DatePoint>().unwrap().instant()
    }

    #[test]
    fn ranges_settle() {
        let cases = [
            // dateTo, now, settled
            (None, "2026-11-20T12:00:00Z", false),
            (Some("2026-11-20"), "2026-11-20T12:00:00Z", true),
            (Some("2026-11-20"), "2026-11-20T01:59:59Z", false),
            (Some("2026-11-20"), "2026-11-20T02:00:00Z", true),
            (Some("2026-11-21"), "2026-11-20T12:00:00Z", false),
            (Some("2026-11-20T08:00:00Z"), "2026-11-20T12:00:00Z", false),
            (Some("2026-11-01"), "2026-11-20T00:00:00Z", true),
            (Some("2026-11-20T01:00:00+02:00"), "2026-11-20T01:00:00Z", true),
        ];
        for (to, now, settled) in cases {
            let query = VisitorsQuery::from_pairs(to.map(|to| ("dateTo", to))).unwrap();
            assert_eq!(is_settled(&query, at(now)), settled, "{to:?} at {now}");
            let fresh_ms = if settled { 86_400_000 } else { 60_000 };
            assert_eq!(fresh_for_ms(&query, at(now)), fresh_ms);
        }
    }
}
