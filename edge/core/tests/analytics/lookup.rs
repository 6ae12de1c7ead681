use docket_core::analytics::{
    Analytics, CacheDirective, CacheEntry, LookupDecision, LookupOptions, Operation, OperationStep, PageRead,
    PageRequest, Priority, TotalsRead,
};
use docket_core::storage::DatabaseError;
use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_core::upstream::response::read_failure;
use docket_wire::{Interval, ProjectId, UnixMs, VisitorTotals, VisitorsQuery};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn query(pairs: &[(&str, &str)]) -> VisitorsQuery {
    VisitorsQuery::from_pairs(pairs.iter().copied()).unwrap()
}

fn analytics(per_hour: u32) -> Analytics<Sqlite> {
    Analytics::open(Sqlite::in_memory(), per_hour).unwrap()
}

fn request(query: &VisitorsQuery, lookup: LookupOptions) -> PageRequest {
    PageRequest { project: "acme".parse().unwrap(), query: query.clone(), lookup }
}

fn key(query: &VisitorsQuery) -> String {
    request(query, PERSON).key()
}

fn entry(fetched_at: UnixMs) -> CacheEntry {
    CacheEntry { body: "{}".into(), fetched_at, is_stale: false }
}

fn stale(fetched_at: UnixMs) -> CacheEntry {
    CacheEntry { is_stale: true, ..entry(fetched_at) }
}

const PERSON: LookupOptions =
    LookupOptions { priority: Priority::Person, program: None, cache: CacheDirective::Default };

/// The cached answer. The error is the seconds to wait, or `None` if the service was asked and did not answer.
fn look_up(
    analytics: &Analytics<Sqlite>,
    query: &VisitorsQuery,
    lookup: LookupOptions,
    now: UnixMs,
) -> Result<CacheEntry, Option<u64>> {
    let request = request(query, lookup);
    match analytics.lookup(&request, now).unwrap() {
        LookupDecision::Hit(entry) => Ok(entry),
        LookupDecision::Exhausted(exhausted) => Err(Some(exhausted.retry_at.map_or(0, |at| at.wait_s(now)))),
        LookupDecision::Join => panic!("no request is in flight"),
        LookupDecision::TooLarge => panic!("no answer was too large"),
        LookupDecision::Fetch(permit) => {
            analytics.record_fetch(&request, permit, Err(&CallFailure::Unreachable), now).unwrap();
            Err(None)
        }
    }
}

/// The stale answer that a read shows when the service fails.
fn stand_in(
    analytics: &Analytics<Sqlite>,
    query: &VisitorsQuery,
    failure: &CallFailure,
    now: UnixMs,
) -> Option<CacheEntry> {
    let mut read = PageRead::new(request(query, PERSON));
    read.apply(analytics, Err(failure.clone().into()), now).ok()?;
    match read.step(analytics, now) {
        Ok(OperationStep::Done(entry)) => Some(entry),
        step => panic!("{step:?}"),
    }
}

fn remaining(analytics: &Analytics<Sqlite>, now: UnixMs) -> u32 {
    analytics.budget(&PERSON, now).unwrap().remaining
}

#[test]
fn requests_with_different_answers_have_different_keys() {
    let a = query(&[("limit", "5"), ("dateTo", "2026-11-02")]);
    let b = query(&[("dateTo", "2026-11-02"), ("limit", "5"), ("other", "x")]);
    assert_eq!(key(&a), key(&b));
    assert_eq!(key(&a), "acme?dateTo=2026-11-02&limit=5");
    assert_ne!(key(&a), PageRequest { project: "acme2".parse().unwrap(), ..request(&a, PERSON) }.key());
    let times =
        ["2026-11-02T00:00:01Z", "2026-11-02T00:00:00.001Z", "2026-11-03", "2026-11-02T00:00:00+01:00"];
    for other in times {
        assert_ne!(key(&a), key(&query(&[("limit", "5"), ("dateTo", other)])), "{other}");
    }
}

#[test]
fn one_meaning_has_one_key_however_it_is_spelt() {
    let plain = key(&query(&[("dateTo", "2026-11-02")]));
    for spelling in ["2026-11-02T00:00:00Z", "2026-11-02T00:00:00", "2026-11-02T01:00:00+01:00"] {
        assert_eq!(key(&query(&[("dateTo", spelling), ("offset", "0")])), plain, "{spelling}");
    }
    let seven = ["2026-11-02T07:00:00Z", "2026-11-02T07:00:00.000Z", "2026-11-02T09:00:00+02:00"];
    let keys = seven.map(|spelling| key(&query(&[("dateFrom", spelling)])));
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(key(&query(&[("limit", "50")])), key(&query(&[])), "50 is the service's own limit");
}

#[test]
fn a_range_that_has_not_begun_costs_no_request() {
    let analytics = analytics(1);
    for (from, is_future) in
        [("2026-11-20T12:00:01Z", true), ("2026-11-21", true), ("2026-11-20T12:00:00Z", false)]
    {
        let decision = analytics.lookup(&request(&query(&[("dateFrom", from)]), PERSON), NOON).unwrap();
        assert_eq!(matches!(decision, LookupDecision::Hit(_)), is_future, "{from}");
        if let LookupDecision::Hit(entry) = decision {
            let page: docket_wire::VisitorsResponse = serde_json::from_str(&entry.body).unwrap();
            assert_eq!((page.totals.total, page.visitors.len(), page.has_more), (0, 0, false));
            assert!(!entry.is_stale && entry.fetched_at == NOON);
        }
    }
}

#[test]
fn an_answer_is_fresh_for_a_minute_and_a_settled_one_indefinitely() {
    let analytics = analytics(100);
    let (moving, settled) = (query(&[]), query(&[("dateFrom", "2026-11-01"), ("dateTo", "2026-11-20")]));
    for query in [&moving, &settled] {
        assert_eq!(look_up(&analytics, query, PERSON, NOON), Err(None));
        analytics.cache().put(&key(query), "{}", NOON).unwrap();
        assert_eq!(look_up(&analytics, query, PERSON, NOON.plus_ms(MINUTE_MS - 1)), Ok(entry(NOON)));
    }
    // Slightly more than a minute, because part of the budget is used.
    assert_eq!(look_up(&analytics, &moving, PERSON, NOON.plus_ms(MINUTE_MS)), Ok(entry(NOON)));
    assert_eq!(look_up(&analytics, &moving, PERSON, NOON.plus_ms(2 * MINUTE_MS)), Err(None));
    assert_eq!(look_up(&analytics, &settled, PERSON, NOON.plus_ms(20 * DAY_MS)), Ok(entry(NOON)));
}

#[test]
fn a_range_whose_beginning_the_service_chooses_is_never_settled() {
    let analytics = analytics(100);
    let open = query(&[("dateTo", "2026-11-20")]);
    analytics.cache().put(&key(&open), "{}", NOON).unwrap();
    assert_eq!(look_up(&analytics, &open, PERSON, NOON), Ok(entry(NOON)));
    assert_eq!(look_up(&analytics, &open, PERSON, NOON.plus_ms(2 * MINUTE_MS)), Err(None));
}

#[test]
fn a_range_is_fetched_once_more_after_it_settles() {
    let analytics = analytics(100);
    let today = query(&[("dateFrom", "2026-11-20"), ("dateTo", "2026-11-21")]);
    analytics.cache().put(&key(&today), "{}", NOON).unwrap();
    let settled = NOON.plus_ms(DAY_MS);
    assert_eq!(look_up(&analytics, &today, PERSON, settled), Err(None));
    analytics.cache().put(&key(&today), "{}", settled).unwrap();
    for days in [0, 1, 20] {
        assert_eq!(look_up(&analytics, &today, PERSON, settled.plus_ms(days * DAY_MS)), Ok(entry(settled)));
    }
}

#[test]
fn a_refresh_fetches_while_the_budget_lasts() {
    let analytics = analytics(1);
    let (query, refresh) = (
        query(&[("dateFrom", "2026-11-01"), ("dateTo", "2026-11-20")]),
        LookupOptions { cache: CacheDirective::NoCache, ..PERSON },
    );
    analytics.cache().put(&key(&query), "{}", NOON).unwrap();
    assert_eq!(look_up(&analytics, &query, PERSON, NOON), Ok(entry(NOON)));
    assert_eq!(look_up(&analytics, &query, refresh.clone(), NOON), Err(None));
    assert_eq!(look_up(&analytics, &query, refresh, NOON), Ok(entry(NOON)));
}

#[test]
fn a_lookup_of_what_is_cached_makes_no_request() {
    let analytics = analytics(1);
    let moving = query(&[]);
    let cached = LookupOptions { cache: CacheDirective::OnlyIfCached, ..PERSON };
    assert_eq!(look_up(&analytics, &moving, cached.clone(), NOON), Err(Some(0)));
    analytics.cache().put(&key(&moving), "{}", NOON).unwrap();
    let later = NOON.plus_ms(60 * MINUTE_MS);
    assert_eq!(look_up(&analytics, &moving, cached, later), Ok(stale(NOON)));
    assert_eq!(look_up(&analytics, &moving, PERSON, later), Err(None), "the budget still has its request");
}

#[test]
fn a_refresh_without_budget_marks_only_data_past_their_freshness() {
    let analytics = analytics(1);
    let (settled, moving) = (query(&[("dateFrom", "2026-11-01"), ("dateTo", "2026-11-20")]), query(&[]));
    let refresh = LookupOptions { cache: CacheDirective::NoCache, ..PERSON };
    for query in [&settled, &moving] {
        analytics.cache().put(&key(query), "{}", NOON).unwrap();
    }
    analytics.acquire(&PERSON, NOON).unwrap().unwrap();
    for query in [&settled, &moving] {
        assert_eq!(look_up(&analytics, query, refresh.clone(), NOON), Ok(entry(NOON)));
    }
    let later = NOON.plus_ms(30 * MINUTE_MS);
    assert_eq!(look_up(&analytics, &settled, refresh.clone(), later), Ok(entry(NOON)));
    assert_eq!(look_up(&analytics, &moving, refresh.clone(), later), Ok(stale(NOON)));

    // Totals without a cached page are marked likewise.
    let interval = Interval { from: "2026-11-01".parse().unwrap(), to: "2026-11-21".parse().unwrap() };
    let project: ProjectId = "acme".parse().unwrap();
    let totals = VisitorTotals { human: 1, ai: 1, total: 2 };
    analytics.totals().put(&project, &interval.page(1, 0), &totals, NOON).unwrap();
    for (now, is_stale) in [(NOON, false), (later, true)] {
        let mut read = TotalsRead::new(project.clone(), interval.clone(), 1, refresh.clone());
        let Ok(OperationStep::Fetch(request)) = read.step(&analytics, now) else {
            panic!("a refresh fetches")
        };
        let LookupDecision::Exhausted(exhausted) = analytics.lookup(&request, now).unwrap() else {
            panic!("the budget has a request")
        };
        read.apply(&analytics, Err(exhausted.into()), now).unwrap();
        let Ok(OperationStep::Done(available)) = read.step(&analytics, now) else { panic!("no totals") };
        assert_eq!(available.is_stale, is_stale, "{now:?}");
    }
}

#[test]
fn a_cached_page_with_half_a_character_can_be_read() {
    let analytics = analytics(1);
    let interval = Interval { from: "2026-11-01".parse().unwrap(), to: "2026-11-20".parse().unwrap() };
    let mut read = TotalsRead::new("acme".parse().unwrap(), interval, 1, PERSON);
    let row = r#"{"path":"/a\ud83d","human":1,"ai":1,"total":2}"#;
    let body = format!(r#"{{"totals":{{"human":1,"ai":1,"total":2}},"visitors":[{row}],"hasMore":false}}"#);
    read.apply(&analytics, Ok(CacheEntry { body, ..entry(NOON) }), NOON).unwrap();
    let Ok(OperationStep::Done(available)) = read.step(&analytics, NOON) else { panic!("no totals") };
    assert_eq!(available.totals.totals, VisitorTotals { human: 1, ai: 1, total: 2 });
}

#[test]
fn only_requests_to_the_service_use_the_budget() {
    let analytics = analytics(2);
    let (first, second) = (query(&[]), query(&[("limit", "1")]));
    assert_eq!(look_up(&analytics, &first, PERSON, NOON), Err(None));
    analytics.cache().put(&key(&first), "{}", NOON).unwrap();
    for _ in 0..5 {
        assert_eq!(look_up(&analytics, &first, PERSON, NOON), Ok(entry(NOON)));
    }
    assert_eq!(remaining(&analytics, NOON), 1);
    assert_eq!(look_up(&analytics, &second, PERSON, NOON.plus_ms(10)), Err(None));

    // The budget is exhausted, so a stale answer stands in.
    let later = NOON.plus_ms(50 * MINUTE_MS);
    assert_eq!(look_up(&analytics, &second, PERSON, later), Err(Some(10 * 60)));
    let long_ago = NOON.plus_ms(-DAY_MS);
    analytics.cache().put(&key(&first), "{}", long_ago).unwrap();
    assert_eq!(look_up(&analytics, &first, PERSON, later), Ok(stale(long_ago)));
    let budget = analytics.budget_view(later).unwrap();
    assert_eq!((budget.limit, budget.remaining, budget.reset_s), (2, 0, 10 * 60));
    assert_eq!(look_up(&analytics, &second, PERSON, NOON.plus_ms(60 * MINUTE_MS)), Err(None));
}

#[test]
fn a_stale_answer_stands_in_for_a_temporary_failure() {
    let analytics = analytics(100);
    let query = query(&[]);
    let later = NOON.plus_ms(60 * MINUTE_MS);
    assert_eq!(stand_in(&analytics, &query, &CallFailure::Unreachable, later), None);
    analytics.cache().put(&key(&query), "{}", NOON).unwrap();
    for (failure, stands_in) in [
        (CallFailure::Unreachable, true),
        (CallFailure::Timeout { limit_ms: 1 }, true),
        (read_failure(500, ("", ""), ""), true),
        (read_failure(429, ("", ""), ""), true),
        (read_failure(400, ("", ""), ""), false),
        (read_failure(401, ("", ""), ""), false),
        (read_failure(404, ("", ""), ""), false),
        (read_failure(302, ("", ""), ""), false),
    ] {
        assert_eq!(
            stand_in(&analytics, &query, &failure, later),
            stands_in.then(|| stale(NOON)),
            "{failure}"
        );
    }
}

#[test]
fn equal_requests_share_one_call_to_the_service() {
    let analytics = analytics(5);
    let request = request(&query(&[]), PERSON);
    let LookupDecision::Fetch(permit) = analytics.lookup(&request, NOON).unwrap() else {
        panic!("not cached")
    };
    assert_eq!(analytics.lookup(&request, NOON), Ok(LookupDecision::Join));
    assert_eq!(remaining(&analytics, NOON), 4);
    analytics.record_fetch(&request, permit, Err(&CallFailure::Unreachable), NOON).unwrap();
    assert!(matches!(analytics.lookup(&request, NOON), Ok(LookupDecision::Fetch(_))));
}

#[test]
fn the_cache_is_bounded() {
    let analytics = analytics(1);
    analytics.cache().put("huge", &"x".repeat(1_000_001), NOON).unwrap();
    assert_eq!(analytics.cache().get("huge", NOON), Ok(None));
    for index in 0..510 {
        analytics.cache().put(&format!("k{index}"), "{}", NOON.plus_ms(index)).unwrap();
    }
    let now = NOON.plus_ms(3000);
    assert_eq!(analytics.cache().get("k9", now), Ok(None));
    assert_eq!(analytics.cache().get("k10", now), Ok(Some(entry(NOON.plus_ms(10)))));
    analytics.cache().remove("k10").unwrap();
    assert_eq!(analytics.cache().get("k10", now), Ok(None));
    assert!(analytics.cache().get("k11", now).unwrap().is_some());
    assert_eq!(analytics.cache().get("k509", NOON.plus_ms(31 * DAY_MS)), Ok::<_, DatabaseError>(None));
}

#[test]
fn an_answer_that_is_too_large_is_not_requested_again_for_a_day() {
    let analytics = analytics(100);
    let too_large = CallFailure::Unreadable(Unreadable::TooLarge);
    let request = request(&query(&[("dateTo", "2026-11-20"), ("limit", "250")]), PERSON);
    let LookupDecision::Fetch(permit) = analytics.lookup(&request, NOON).unwrap() else { panic!() };
    analytics.record_fetch(&request, permit, Err(&too_large), NOON).unwrap();
    let day_later = NOON.plus_ms(DAY_MS);
    assert_eq!(analytics.lookup(&request, day_later.plus_ms(-1)).unwrap(), LookupDecision::TooLarge);
    assert_eq!(remaining(&analytics, NOON), 99);
    assert!(matches!(analytics.lookup(&request, day_later).unwrap(), LookupDecision::Fetch(_)));
}
