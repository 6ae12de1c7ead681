//! What a backfill costs, and how far it is, in words.

use docket_wire::{BackfillCost, BackfillKind, BackfillProgress};

use crate::format::number::count;
use crate::texts::analytics::{counts, loading as texts};

/// How many requests are needed: `about 40 requests`.
pub(crate) fn requests_text(cost: &BackfillCost) -> String {
    let text = if cost.estimated { counts::about_requests } else { counts::requests };
    text(cost.requests.into(), &count(cost.requests.into()))
}

/// How many requests are needed, why they cannot all be made now, and when the last one can be made: `88 requests: 41 can be
/// made now (20 are reserved for people), the last by 16:40`.
pub(crate) fn cost_text(cost: &BackfillCost, done_by: &str) -> String {
    let (requests, reserved) = (requests_text(cost), reserved_text(cost));
    match cost.available {
        available if available >= cost.requests => texts::all_now(&requests),
        0 => texts::none_now(&requests, reserved.as_deref(), done_by),
        available => texts::some_now(&requests, &count(available.into()), reserved.as_deref(), done_by),
    }
}

/// Which of the hour's requests are reserved for people, if any are: `20 are reserved for people`.
pub(crate) fn reserved_text(cost: &BackfillCost) -> Option<String> {
    let reserved = cost.reserved.into();
    (reserved > 0).then(|| counts::reserved(reserved, &count(reserved)))
}

/// The number of all requests of a backfill. Of paths, only the last request tells it: until then it is what the cost of the
/// rest says, if there is one.
pub(crate) fn requests_in_all(
    kind: BackfillKind,
    progress: &BackfillProgress,
    cost: Option<&BackfillCost>,
) -> Option<u32> {
    match kind {
        BackfillKind::Paths => cost.map(|cost| progress.done.saturating_add(cost.requests)),
        BackfillKind::Days | BackfillKind::DayPaths => Some(progress.total),
    }
}

/// How far a backfill is: `Loading paths: 7 of about 16 requests.`
pub(crate) fn progress_text(
    what: &str,
    kind: BackfillKind,
    progress: &BackfillProgress,
    cost: Option<&BackfillCost>,
) -> String {
    let done = u64::from(progress.done);
    match (requests_in_all(kind, progress, cost), kind) {
        (None, _) => texts::progress_so_far(what, &counts::requests(done, &count(done))),
        (Some(all), BackfillKind::Paths) => texts::progress_of_about(what, &count(done), &count(all.into())),
        (Some(all), _) => texts::progress(what, &count(done), &count(all.into())),
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::UnixMs;

    use super::*;

    fn cost(requests: u32, estimated: bool, available: u32, reserved: u32) -> BackfillCost {
        BackfillCost { requests, estimated, available, reserved, done_at: UnixMs(0) }
    }

    #[test]
    fn a_cost_says_what_is_left_what_is_kept_for_people_and_when_it_is_complete() {
        for (cost, text) in [
            (cost(28, false, 80, 20), "28 requests, available now"),
            (cost(1, true, 1, 0), "about 1 request, available now"),
            (cost(88, false, 41, 0), "88 requests: 41 available now, the last by 16:40"),
            (
                cost(88, false, 41, 20),
                "88 requests: 41 available now (20 are reserved for people), the last by 16:40",
            ),
            (cost(40, true, 0, 0), "about 40 requests: none available now, the last by 16:40"),
            (
                cost(28, false, 0, 1),
                "28 requests: none available now (1 is reserved for people), the last by 16:40",
            ),
        ] {
            assert_eq!(cost_text(&cost, "16:40"), text);
        }
    }

    #[test]
    fn only_days_are_known_to_end_with_the_requests_that_are_queued() {
        let progress = BackfillProgress { done: 7, total: 8, resumes_at: None };
        let rest = cost(9, true, 0, 20);
        for (kind, cost, text) in [
            (BackfillKind::Days, None, "Loading: 7 of 8 requests."),
            (BackfillKind::Paths, Some(&rest), "Loading: 7 of about 16 requests."),
            (BackfillKind::Paths, None, "Loading: 7 requests so far."),
        ] {
            assert_eq!(progress_text("Loading", kind, &progress, cost), text);
        }
    }
}
