//! What is counted of an admin key.

use std::rc::Rc;

use docket_core::analytics::{Analytics, FetchPermit, LookupDecision, LookupOptions, PageRequest};
use docket_core::metrics::{AnalyticsGauge, Counter, Sample};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_visitors;
use docket_wire::{CallerName, ServiceCalls, UnixMs, VisitorsQuery};

use crate::sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_795_176_000_000);
const BODY: &str = r#"{"totals":{"human":0,"ai":0,"total":0},"visitors":[],"hasMore":false}"#;

fn request(limit: u32) -> PageRequest {
    PageRequest {
        project: "acme-docs".parse().unwrap(),
        query: VisitorsQuery { limit: Some(limit), ..VisitorsQuery::default() },
        lookup: LookupOptions::person(),
    }
}

fn permit(analytics: &Analytics<Rc<Sqlite>>, limit: u32) -> FetchPermit {
    match analytics.lookup(&request(limit), NOW).unwrap() {
        LookupDecision::Fetch(permit) => permit,
        other => panic!("{other:?}"),
    }
}

fn answered(
    analytics: &Analytics<Rc<Sqlite>>,
    limit: u32,
    permit: FetchPermit,
    answer: Result<&str, CallFailure>,
) {
    let answer = answer.map(|body| read_visitors(body.to_owned()).unwrap());
    let read = answer.as_ref().map(|(page, body)| (page, body.as_str()));
    analytics.record_fetch(&request(limit), permit, read, NOW.plus_ms(200)).unwrap();
}

fn lookups(sample: &Sample) -> [i64; 5] {
    [Counter::Hits, Counter::StaleHits, Counter::Joined, Counter::Misses, Counter::Unavailable]
        .map(|counter| sample.get(counter as usize).copied().unwrap())
}

#[test]
fn lookups_and_failures_are_counted_and_survive_the_instance() {
    let db = Rc::new(Sqlite::in_memory());
    let analytics = Analytics::open(Rc::clone(&db), 2).unwrap();
    let first = permit(&analytics, 10);
    assert_eq!(analytics.lookup(&request(10), NOW).unwrap(), LookupDecision::Join);
    answered(&analytics, 10, first, Ok(BODY));
    let at = NOW.plus_ms(300);
    assert!(matches!(analytics.lookup(&request(10), at).unwrap(), LookupDecision::Hit(_)));
    let second = permit(&analytics, 11);
    answered(&analytics, 11, second, Err(CallFailure::Timeout { limit_ms: 1 }));
    assert!(matches!(analytics.lookup(&request(12), at).unwrap(), LookupDecision::Exhausted(_)));
    let day_later = NOW.plus_ms(3_500_000);
    let LookupDecision::Hit(stale) = analytics.lookup(&request(10), day_later).unwrap() else { panic!() };
    assert!(stale.is_stale);
    let sample = analytics.sample(4096, at).unwrap();
    assert_eq!(lookups(&sample), [1, 1, 1, 2, 1]);
    assert_eq!(sample.get(Counter::Timeout as usize), Some(&1));
    let gauges = [AnalyticsGauge::Limit, AnalyticsGauge::Remaining, AnalyticsGauge::StorageBytes];
    assert_eq!(gauges.map(|gauge| sample.get(gauge.at()).copied().unwrap()), [2, 0, 4096]);
    assert_eq!(sample.len(), AnalyticsGauge::StorageBytes.at() + 1);

    let next = Analytics::open(db, 2).unwrap();
    assert_eq!(lookups(&next.sample(0, at).unwrap()), [1, 1, 1, 2, 1]);
}

#[test]
fn nothing_is_left_beyond_what_the_service_accepted_although_a_person_may_try() {
    let analytics = Analytics::open(Rc::new(Sqlite::in_memory()), 100).unwrap();
    let accepted = permit(&analytics, 10);
    answered(&analytics, 10, accepted, Ok(BODY));
    let throttled = permit(&analytics, 11);
    answered(&analytics, 11, throttled, Err(CallFailure::Throttled { retry_after_s: Some(60), error: None }));
    let at = NOW.plus_ms(65_000);
    let sample = analytics.sample(0, at).unwrap();
    let gauges = [AnalyticsGauge::Limit, AnalyticsGauge::Remaining];
    assert_eq!(gauges.map(|gauge| sample.get(gauge.at()).copied().unwrap()), [1, 0]);
    assert_eq!(analytics.budget_view(at).unwrap().remaining, 1);
}

#[test]
fn a_request_stores_what_was_counted_before_it() {
    let db = Rc::new(Sqlite::in_memory());
    let analytics = Analytics::open(Rc::clone(&db), 10).unwrap();
    let first = permit(&analytics, 10);
    answered(&analytics, 10, first, Ok(BODY));
    analytics.lookup(&request(10), NOW.plus_ms(300)).unwrap();
    let failed = permit(&analytics, 11);
    answered(&analytics, 11, failed, Err(CallFailure::Unreachable));
    // Nobody asked for metrics before the instance was gone.
    let sample = Analytics::open(db, 10).unwrap().sample(0, NOW).unwrap();
    assert_eq!((lookups(&sample), sample.get(Counter::Unreachable as usize)), ([1, 0, 0, 2, 0], Some(&1)));
}

#[test]
fn a_request_that_was_not_sent_counts_neither_as_a_failure_nor_in_a_budget() {
    let analytics = Analytics::open(Rc::new(Sqlite::in_memory()), 2).unwrap();
    let lookup = LookupOptions { program: Some(CallerName("token:ci".into())), ..LookupOptions::person() };
    let request = PageRequest { lookup: lookup.clone(), ..request(10) };
    let budgets = analytics.budgets_of(&lookup, NOW).unwrap();
    let before = analytics.sample(0, NOW).unwrap();
    for _ in 0..3 {
        // It is in flight no longer, so that the next one does not wait for it.
        let LookupDecision::Fetch(permit) = analytics.lookup(&request, NOW).unwrap() else { panic!() };
        analytics.cancel_fetch(&request, permit).unwrap();
    }
    assert_eq!(analytics.budgets_of(&lookup, NOW).unwrap(), budgets);
    let mut expected = before;
    expected[Counter::Misses as usize] += 3;
    assert_eq!(analytics.sample(0, NOW).unwrap(), expected);
    assert_eq!(analytics.status(0, NOW).unwrap().calls, ServiceCalls::default());
}
