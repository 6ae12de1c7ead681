//! What a backfill costs, in words.

use docket_wire::BackfillCost;

use crate::format::number::count;
use crate::texts::analytics::{counts, loading as texts};

/// How many requests are needed: `about 40 requests`.
pub(crate) fn requests_text(cost: &BackfillCost) -> String {
    let text = if cost.estimated { counts::about_requests } else { counts::requests };
    text(cost.requests.into(), &count(cost.requests.into()))
}

/// How many requests are needed, and when the last one can be made: `88 requests: 41 available now, the last by 16:40`.
pub(crate) fn cost_text(cost: &BackfillCost, done_by: &str) -> String {
    let requests = requests_text(cost);
    match cost.available {
        available if available >= cost.requests => texts::all_now(&requests),
        0 => texts::none_now(&requests, done_by),
        available => texts::some_now(&requests, &count(available.into()), done_by),
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::UnixMs;

    use super::*;

    #[test]
    fn a_cost_says_what_is_left_and_when_it_is_complete() {
        for (requests, estimated, available, text) in [
            (28, false, 80, "28 requests, available now"),
            (1, true, 1, "about 1 request, available now"),
            (88, false, 41, "88 requests: 41 available now, the last by 16:40"),
            (40, true, 0, "about 40 requests: none available now, the last by 16:40"),
        ] {
            let cost = BackfillCost { requests, estimated, available, done_at: UnixMs(0) };
            assert_eq!(cost_text(&cost, "16:40"), text);
        }
    }
}
