use docket_core::answer::{CallFailure, read_failure};
use docket_core::archive::{Archive, Kept, Plan, request_key};
use docket_wire::{UnixMs, VisitorsQuery};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const MINUTE_MS: i64 = 60_000;

fn query(pairs: &[(&str, &str)]) -> VisitorsQuery {
    VisitorsQuery::from_pairs(pairs.iter().copied()).unwrap()
}

fn archive(per_hour: u32) -> Archive<Sqlite> {
    Archive::open(Sqlite::in_memory(), per_hour).unwrap()
}

fn key(query: &VisitorsQuery) -> String {
    request_key(&"acme".parse().unwrap(), query)
}

fn kept(fetched_at: UnixMs) -> Kept {
    Kept { body: "{}".into(), fetched_at }
}

#[test]
fn keys_tell_requests_apart() {
    let a = query(&[("limit", "5"), ("dateTo", "2026-11-02")]);
    let b = query(&[("dateTo", "2026-11-02"), ("limit", "5"), ("other", "x")]);
    assert_eq!(key(&a), key(&b));
    assert_eq!(key(&a), "acme?dateTo=2026-11-02&limit=5");
    assert_ne!(key(&a), request_key(&"acme2".parse().unwrap(), &a));
    assert_ne!(key(&a), key(&query(&[("limit", "5"), ("dateTo", "2026-11-02T00:00:00Z")])));
}

#[test]
fn an_answer_is_fresh_for_a_minute_or_a_day() {
    let archive = archive(100);
    for (query, fresh_ms) in
        [(query(&[]), MINUTE_MS), (query(&[("dateTo", "2026-11-20")]), 24 * 60 * MINUTE_MS)]
    {
        let key = key(&query);
        assert_eq!(archive.plan(&key, &query, NOON), Ok(Plan::Ask));
        archive.keep(&key, "{}", NOON).unwrap();
        assert_eq!(archive.plan(&key, &query, NOON.plus_ms(fresh_ms - 1)), Ok(Plan::Fresh(kept(NOON))));
        assert_eq!(archive.plan(&key, &query, NOON.plus_ms(fresh_ms)), Ok(Plan::Ask));
    }
}

#[test]
fn the_budget_is_spent_by_asking_only() {
    let archive = archive(2);
    let (first, second) = (query(&[]), query(&[("limit", "1")]));
    assert_eq!(archive.plan(&key(&first), &first, NOON), Ok(Plan::Ask));
    archive.keep(&key(&first), "{}", NOON).unwrap();
    for _ in 0..5 {
        assert!(matches!(archive.plan(&key(&first), &first, NOON), Ok(Plan::Fresh(_))));
    }
    assert_eq!(archive.budget(NOON).unwrap().remaining, 1);
    assert_eq!(archive.plan(&key(&second), &second, NOON.plus_ms(10)), Ok(Plan::Ask));

    // Spent: an old answer is better than none.
    let later = NOON.plus_ms(10 * MINUTE_MS);
    assert_eq!(archive.plan(&key(&first), &first, later), Ok(Plan::Stale(kept(NOON))));
    assert_eq!(archive.plan(&key(&second), &second, later), Ok(Plan::Spent));
    let budget = archive.budget(later).unwrap();
    assert_eq!((budget.limit, budget.remaining, budget.reset_s(later)), (2, 0, 50 * 60));

    let hour_on = NOON.plus_ms(60 * MINUTE_MS);
    assert_eq!(archive.plan(&key(&second), &second, hour_on), Ok(Plan::Ask));
}

#[test]
fn too_many_requests_correct_the_budget() {
    let archive = archive(100);
    let query = query(&[]);
    for (retry_after, wait_s) in [(Some("7"), 7), (None, 60), (Some("999999"), 3600)] {
        let throttled = read_failure(429, retry_after, "");
        archive.failed(&key(&query), &throttled, NOON).unwrap();
        let budget = archive.budget(NOON).unwrap();
        assert_eq!((budget.remaining, budget.reset_s(NOON)), (0, wait_s));
        assert_eq!(archive.plan(&key(&query), &query, NOON), Ok(Plan::Spent));
        assert_eq!(
            archive.budget(NOON.plus_ms(i64::try_from(wait_s).unwrap() * 1000)).unwrap().remaining,
            100
        );
    }
}

#[test]
fn an_old_answer_stands_in_for_a_failure_that_passes() {
    let archive = archive(100);
    let query = query(&[]);
    let key = key(&query);
    let later = NOON.plus_ms(60 * MINUTE_MS);
    assert_eq!(archive.failed(&key, &CallFailure::Unreachable, later), Ok(None));
    archive.keep(&key, "{}", NOON).unwrap();
    for (failure, stands_in) in [
        (CallFailure::Unreachable, true),
        (CallFailure::Timeout { limit_ms: 1 }, true),
        (read_failure(500, None, ""), true),
        (read_failure(429, None, ""), true),
        (read_failure(400, None, ""), false),
        (read_failure(401, None, ""), false),
        (read_failure(404, None, ""), false),
        (read_failure(302, None, ""), false),
    ] {
        assert_eq!(archive.failed(&key, &failure, later), Ok(stands_in.then(|| kept(NOON))), "{failure}");
    }
}

#[test]
fn what_is_kept_is_bounded() {
    let archive = archive(1);
    let query = query(&[]);
    archive.keep("huge", &"x".repeat(1_000_001), NOON).unwrap();
    assert_eq!(archive.failed("huge", &CallFailure::Unreachable, NOON), Ok(None));
    for index in 0..2010 {
        archive.keep(&format!("k{index}"), "{}", NOON.plus_ms(index)).unwrap();
    }
    let now = NOON.plus_ms(3000);
    assert_eq!(archive.failed("k9", &CallFailure::Unreachable, now), Ok(None));
    assert_eq!(archive.failed("k10", &CallFailure::Unreachable, now), Ok(Some(kept(NOON.plus_ms(10)))));
    let month_on = NOON.plus_ms(31 * 24 * 60 * MINUTE_MS);
    assert!(matches!(archive.plan("k2009", &query, month_on), Ok(Plan::Ask)));
}
