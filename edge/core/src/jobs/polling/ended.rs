//! Ended jobs are polled again, less and less often: the service can still archive one, something else can resume one,
//! and a follow-up can become active late.

use docket_wire::{DAY_MS, HOUR_MS, MINUTE_MS, UnixMs};

use crate::jobs::store::JobRow;

/// When an ended job is polled, in milliseconds after its end.
const POLLS_MS: [i64; 6] = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, DAY_MS, 3 * DAY_MS, LAST_POLL_MS];
/// No poll of an ended job is later than this after its end.
pub(super) const LAST_POLL_MS: i64 = 7 * DAY_MS;
/// A read of an ended job makes a poll due if the last response is older than this.
const FRESH_MS: i64 = 10 * MINUTE_MS;
/// The wait after a first failed poll of an ended job; doubled for each failure after it, up to a day.
const ENDED_RETRY_MS: i64 = 10 * MINUTE_MS;

/// When a job that ended at `ended_at` is polled next; `None` after the last poll.
pub(super) fn next_poll_at(ended_at: UnixMs, now: UnixMs) -> Option<UnixMs> {
    POLLS_MS.iter().map(|ms| ended_at.plus_ms(*ms)).find(|at| *at > now)
}

/// When the polls after the end begin. A follow-up that did not become active starts them again: it may become active
/// late.
pub(super) fn end_of(row: &JobRow, now: UnixMs) -> UnixMs {
    row.ended_at.map_or(now, |ended_at| ended_at.max(row.active_since))
}

/// When a failed poll is repeated, after `failures` of them in a row (from 1); `None` after the last poll.
pub(super) fn retry_at(ended_at: UnixMs, failures: u32, now: UnixMs) -> Option<UnixMs> {
    let last = ended_at.plus_ms(LAST_POLL_MS);
    (now < last).then(|| now.plus_ms(retry_ms(failures)).min(last))
}

fn retry_ms(failures: u32) -> i64 {
    (ENDED_RETRY_MS << failures.saturating_sub(1).min(10)).min(DAY_MS)
}

/// Whether a response of `checked_at` is too old for a reader.
pub(super) fn is_outdated(checked_at: UnixMs, now: UnixMs) -> bool {
    now.since_ms(checked_at) >= FRESH_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_of_an_ended_job_become_rarer_and_stop_after_a_week() {
        let mut at = UnixMs(5);
        let mut waits = Vec::new();
        while let Some(next) = next_poll_at(UnixMs(5), at) {
            waits.push(next.since_ms(at));
            at = next;
        }
        assert_eq!(at, UnixMs(5).plus_ms(7 * DAY_MS));
        assert!(waits.len() == 6 && waits.is_sorted(), "{waits:?}");
        assert_eq!(
            next_poll_at(UnixMs(0), UnixMs(5 * DAY_MS)),
            Some(UnixMs(7 * DAY_MS)),
            "none is made up for"
        );
    }

    #[test]
    fn retries_become_rarer_up_to_a_day() {
        assert_eq!([1, 2, 100].map(retry_ms), [ENDED_RETRY_MS, 2 * ENDED_RETRY_MS, DAY_MS]);
    }
}
