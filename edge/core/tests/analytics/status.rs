//! The state of analytics: the budget and the latest calls.

use std::rc::Rc;

use docket_core::analytics::{Analytics, LookupDecision, LookupOptions, PageRequest};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_visitors;
use docket_wire::{ProblemCode, UnixMs, VisitorsQuery};

use crate::sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_795_176_000_000);

fn fetch(analytics: &Analytics<Rc<Sqlite>>, limit: u32, answer: Result<&str, CallFailure>, now: UnixMs) {
    let request = PageRequest {
        project: "acme-docs".parse().unwrap(),
        query: VisitorsQuery { limit: Some(limit), ..VisitorsQuery::default() },
        lookup: LookupOptions::person(),
    };
    let LookupDecision::Fetch(permit) = analytics.lookup(&request, now).unwrap() else { panic!() };
    let answer = answer.map(|body| read_visitors(body.to_owned()).unwrap());
    let read = answer.as_ref().map(|(page, body)| (page, body.as_str()));
    analytics.record_fetch(&request, permit, read, now).unwrap();
}

const BODY: &str = r#"{"totals":{"human":0,"ai":0,"total":0},"visitors":[],"hasMore":false}"#;

#[test]
fn the_last_successful_call_survives_the_instance() {
    let db = Rc::new(Sqlite::in_memory());
    let analytics = Analytics::open(Rc::clone(&db), 100).unwrap();
    let calls = |analytics: &Analytics<_>| analytics.status(0, NOW).unwrap().calls;
    assert_eq!((calls(&analytics).succeeded_at, calls(&analytics).failure), (None, None));
    fetch(&analytics, 10, Ok(BODY), NOW);
    fetch(&analytics, 11, Ok(BODY), NOW.plus_ms(1_000));
    let later = NOW.plus_ms(2_000);
    fetch(&analytics, 12, Err(CallFailure::RejectedKey { status: 403, error: None }), later);
    let failure = calls(&analytics).failure.unwrap();
    assert_eq!((failure.at, failure.reason.code), (later, ProblemCode::ServiceRejectedKey));
    let next = Analytics::open(db, 100).unwrap();
    assert_eq!(calls(&next).succeeded_at, Some(NOW.plus_ms(1_000)));
}

#[test]
fn a_limit_learned_from_a_429_is_reported_with_that_of_the_settings() {
    let analytics = Analytics::open(Rc::new(Sqlite::in_memory()), 100).unwrap();
    for limit in 10..13 {
        fetch(&analytics, limit, Ok(BODY), NOW);
    }
    fetch(&analytics, 13, Err(CallFailure::Throttled { retry_after_s: Some(60), error: None }), NOW);
    let status = analytics.status(0, NOW).unwrap();
    assert_eq!((status.requests.limit, status.configured_limit), (3, 100));
    assert_eq!(status.requests.paused_until, Some(NOW.plus_ms(60_000)));
}
