//! Trends of pages, from the first rows of each day.

use std::collections::HashMap;
use std::rc::Rc;

use docket_core::analytics::{
    Analytics, BackfillRun, CacheDirective, CacheEntry, FetchError, FetchResult, LookupDecision,
    LookupOptions, Operation, OperationStep, PageRequest, days_begun,
};
use docket_core::storage::Database;
use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_wire::{
    BackfillKind, BackfillRequest, Day, Interval, PageTrend, ProjectId, Span, UnixMs, Utc, VisitorRow,
    VisitorTotals, VisitorsResponse,
};
use proptest::prelude::*;

use crate::sqlite::Sqlite;
use crate::tables::row;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const DAY_MS: i64 = 24 * 3_600_000;
const ZERO: VisitorTotals = VisitorTotals { human: 0, ai: 0, total: 0 };

type Shared = Analytics<Rc<Sqlite>>;

fn open() -> (Rc<Sqlite>, Shared) {
    let db = Rc::new(Sqlite::in_memory());
    (Rc::clone(&db), Analytics::open(db, 100).unwrap())
}

fn project() -> ProjectId {
    "acme".parse().unwrap()
}

fn span(from: &str, to: &str) -> Span {
    Span::from_pairs([("from", from), ("to", to)]).unwrap()
}

fn interval(day: Day) -> Interval {
    Interval::of_day(day, &docket_wire::ZoneName::utc(), &Utc).unwrap()
}

fn page(visitors: Vec<VisitorRow>, has_more: bool) -> VisitorsResponse {
    VisitorsResponse { totals: VisitorTotals { human: 900, ai: 90, total: 990 }, visitors, has_more }
}

fn trend(analytics: &Shared, path: &str, span: &Span, now: UnixMs) -> PageTrend {
    let days = days_begun(span, &Utc, now);
    analytics.page_trend(&project(), path, span, days, None, now).unwrap()
}

/// The totals of each day: the outer one is none for a missing day, the inner one for an unknown number.
fn shown(trend: &PageTrend) -> Vec<Option<Option<u64>>> {
    let total = |day: &docket_wire::PageDay| Some(day.read?.totals.map(|totals| totals.total));
    trend.days.iter().map(total).collect()
}

/// Answers a request as the object does.
fn fetch(
    analytics: &Shared,
    request: &PageRequest,
    answer: Result<&VisitorsResponse, CallFailure>,
    now: UnixMs,
) -> FetchResult {
    let permit = match analytics.lookup(request, now).unwrap() {
        LookupDecision::Fetch(permit) => permit,
        LookupDecision::Hit(entry) => return Ok(entry),
        LookupDecision::TooLarge => return Err(FetchError::TOO_LARGE),
        other => panic!("{other:?}"),
    };
    let body = answer.as_ref().map(|page| serde_json::to_string(page).unwrap()).unwrap_or_default();
    let read = answer.as_ref().map(|page| (*page, body.as_str()));
    analytics.record_fetch(request, permit, read, now).unwrap();
    answer?;
    Ok(CacheEntry { body, fetched_at: now, is_stale: false })
}

/// Runs all due tasks with one answer for each. Returns the limit of each request that was made.
fn run_backfills(
    analytics: &Shared,
    answer: impl Fn(&PageRequest) -> Result<VisitorsResponse, CallFailure>,
    now: UnixMs,
) -> Vec<u32> {
    let mut limits = Vec::new();
    loop {
        let due = analytics.due_backfills(3, now).unwrap();
        if due.is_empty() {
            return limits;
        }
        for task in due {
            let mut run = BackfillRun::new(task, true);
            while let OperationStep::Fetch(request) = run.step(analytics, now).unwrap() {
                limits.push(request.query.limit.unwrap());
                let fetched =
                    fetch(analytics, &request, answer(&request).as_ref().map_err(Clone::clone), now);
                run.apply(analytics, fetched, now).unwrap();
            }
        }
    }
}

fn start(analytics: &Shared, kind: BackfillKind, span: &Span, now: UnixMs) -> u32 {
    let request = BackfillRequest { kind, span: span.clone() };
    analytics.start_backfill(&project(), &request, None, &Utc, now).unwrap().total
}

#[test]
fn a_day_is_known_zero_unknown_or_missing_and_never_guessed() {
    let (_, analytics) = open();
    let days = span("2026-11-01", "2026-11-04");
    let put = |day: &str, page: &VisitorsResponse| {
        analytics.tables().put_day(&project(), &interval(day.parse().unwrap()), Some(page), NOON).unwrap();
    };
    put("2026-11-01", &page(vec![row("/a", 3, 1, 4), row("/b", 1, 1, 2)], true));
    put("2026-11-02", &page(vec![row("/b", 1, 1, 2)], true));
    put("2026-11-03", &page(vec![row("/b", 1, 1, 2)], false));
    let of_a = trend(&analytics, "/a", &days, NOON);
    assert_eq!(shown(&of_a), [Some(Some(4)), Some(None), Some(Some(0)), None]);
    assert_eq!((of_a.missing, of_a.cost.map(|cost| cost.requests)), (1, Some(1)));
    let rows: Vec<_> = of_a.days.iter().filter_map(|day| Some(day.read?.rows)).collect();
    assert_eq!(rows, [2, 1, 1]);
    let of_none = trend(&analytics, "/never", &days, NOON);
    assert_eq!(shown(&of_none), [Some(None), Some(None), Some(Some(0)), None]);
    let other = "other".parse().unwrap();
    let trend = analytics.page_trend(&other, "/b", &days, days_begun(&days, &Utc, NOON), None, NOON);
    assert_eq!(shown(&trend.unwrap()), [None; 4], "another project has days of its own");
}

#[test]
fn the_trend_of_the_site_brings_the_rows_of_its_days_for_no_further_request() {
    let (_, analytics) = open();
    let days = span("2026-11-10", "2026-11-20");
    let answer = page(vec![row("/a", 3, 1, 4)], true);
    for mut read in analytics
        .trend_reads(&project(), &days_begun(&days, &Utc, NOON), &LookupOptions::person(), NOON)
        .unwrap()
    {
        let OperationStep::Fetch(request) = read.step(&analytics, NOON).unwrap() else { panic!("a fetch") };
        let fetched = fetch(&analytics, &request, Ok(&answer), NOON);
        read.apply(&analytics, fetched, NOON).unwrap();
    }
    assert_eq!(start(&analytics, BackfillKind::Days, &days, NOON), 9);
    assert_eq!(run_backfills(&analytics, |_| Ok(answer.clone()), NOON), [250; 9]);
    let of_a = trend(&analytics, "/a", &days, NOON);
    assert_eq!(shown(&of_a), [Some(Some(4)); 11]);
    assert_eq!((of_a.missing, of_a.cost), (0, None));
    assert_eq!(of_a.days.iter().map(|day| day.partial).collect::<Vec<_>>()[9..], [false, true]);
    let reads = analytics.page_trend_reads(
        &project(),
        &days_begun(&days, &Utc, NOON),
        &LookupOptions::person(),
        NOON,
    );
    assert!(reads.unwrap().is_empty());
    let (later, now) =
        (analytics.budget(&LookupOptions::person(), NOON).unwrap(), NOON.plus_ms(2 * 3_600_000));
    assert_eq!(later.remaining, 89);
    let reads =
        analytics.page_trend_reads(&project(), &days_begun(&days, &Utc, now), &LookupOptions::person(), now);
    assert_eq!(reads.unwrap().len(), 1, "today is read again");
}

#[test]
fn the_cost_of_missing_days_is_what_their_backfill_makes() {
    let (_, analytics) = open();
    let days = span("2026-11-01", "2026-11-19");
    // Totals of an earlier release have no rows.
    for day in days.newest_first().take(6) {
        let query = interval(day).page(1, 0);
        analytics.totals().put(&project(), &query, &ZERO, NOON).unwrap();
    }
    let read_early: Day = "2026-11-03".parse().unwrap();
    let early = read_early.utc_start().plus_ms(DAY_MS);
    let answer = page(vec![row("/a", 3, 1, 4)], true);
    analytics.tables().put_day(&project(), &interval(read_early), Some(&answer), early).unwrap();
    let settled: Day = "2026-11-04".parse().unwrap();
    analytics.tables().put_day(&project(), &interval(settled), Some(&answer), NOON).unwrap();

    let cost = trend(&analytics, "/a", &days, NOON).cost.unwrap();
    assert_eq!((cost.requests, cost.estimated), (18, false));
    assert_eq!(start(&analytics, BackfillKind::DayPaths, &days, NOON), 18);
    assert_eq!(run_backfills(&analytics, |_| Ok(answer.clone()), NOON).len(), 18);
    assert_eq!(analytics.next_backfill_at(NOON), Ok(None));
    assert_eq!(trend(&analytics, "/a", &days, NOON).missing, 0);
    assert_eq!(start(&analytics, BackfillKind::DayPaths, &days, NOON), 0);
}

#[test]
fn the_cost_of_missing_days_is_without_those_that_a_queued_backfill_loads() {
    let (_, analytics) = open();
    let days = span("2026-11-01", "2026-11-17");
    let requests = || trend(&analytics, "/a", &days, NOON).cost.map(|cost| cost.requests);
    assert_eq!(requests(), Some(17));
    start(&analytics, BackfillKind::Days, &span("2026-11-03", "2026-11-12"), NOON);
    assert_eq!((requests(), trend(&analytics, "/a", &days, NOON).missing), (Some(7), 17));
    start(&analytics, BackfillKind::DayPaths, &span("2026-11-11", "2026-11-14"), NOON);
    assert_eq!(requests(), Some(5));
    let other = "other".parse().unwrap();
    let of_other = analytics.page_trend(&other, "/a", &days, days_begun(&days, &Utc, NOON), None, NOON);
    assert_eq!(
        of_other.unwrap().cost.map(|cost| cost.requests),
        Some(17),
        "another project has days of its own"
    );
    start(&analytics, BackfillKind::DayPaths, &days, NOON);
    assert_eq!(requests(), Some(5), "its own requests are what it costs");
    let whole = span("2026-10-01", "2026-11-17");
    start(&analytics, BackfillKind::Days, &whole, NOON);
    assert_eq!(requests(), None);
}

#[test]
fn a_day_that_is_too_large_costs_one_request_more_at_most_and_stays_unknown() {
    let (_, analytics) = open();
    let days = span("2026-11-10", "2026-11-14");
    let too_large = CallFailure::Unreadable(Unreadable::TooLarge);
    let answer = |request: &PageRequest| match request.query.limit {
        Some(1) => Ok(page(vec![row("/a", 3, 1, 4)], true)),
        _ => Err(too_large.clone()),
    };
    start(&analytics, BackfillKind::Days, &days, NOON);
    assert_eq!(run_backfills(&analytics, answer, NOON), [250, 1, 1, 1, 1, 1]);
    assert_eq!(trend(&analytics, "/a", &days, NOON).missing, 5);
    assert_eq!(start(&analytics, BackfillKind::DayPaths, &days, NOON), 5);
    assert_eq!(run_backfills(&analytics, answer, NOON).len(), 5);
    let of_a = trend(&analytics, "/a", &days, NOON);
    assert_eq!((shown(&of_a), of_a.missing), (vec![Some(None); 5], 0));
    assert_eq!(of_a.days[0].read.map(|read| read.rows), Some(0));
}

#[test]
fn a_full_dictionary_takes_the_rows_of_days_along() {
    let (db, analytics) = open();
    let days = span("2026-11-01", "2026-11-02");
    let put = |day: &str, path: &str| {
        let answer = page(vec![row(path, 3, 1, 4)], true);
        analytics.tables().put_day(&project(), &interval(day.parse().unwrap()), Some(&answer), NOON).unwrap();
    };
    put("2026-11-01", "/old");
    db.run("INSERT INTO paths (id, path) VALUES (1000001, '/last')", &[]).unwrap();
    put("2026-11-02", "/new");
    // The ids begin again, and none of them stands for another path.
    assert_eq!(shown(&trend(&analytics, "/new", &days, NOON)), [None, Some(Some(4))]);
    assert_eq!(shown(&trend(&analytics, "/old", &days, NOON)), [None, Some(None)]);
}

#[test]
fn the_oldest_days_are_evicted_first_and_so_are_those_read_three_years_ago() {
    let (db, analytics) = open();
    let first: Day = "2020-01-01".parse().unwrap();
    let answer = page(vec![row("/a", 3, 1, 4)], true);
    let put = |nth: i32, now: UnixMs| {
        analytics
            .tables()
            .put_day(&project(), &interval(first.plus(nth).unwrap()), Some(&answer), now)
            .unwrap();
    };
    (0..63).for_each(|nth| put(nth, NOON));
    // Each of the newest takes half a megabyte.
    db.run("UPDATE day_rows SET entries = zeroblob(500000) WHERE id > 23", &[]).unwrap();
    put(63, NOON);
    let count = || db.run("SELECT count(*), min(id) FROM day_rows", &[]).unwrap()[0].clone();
    let (mut row, kept) = (count(), 16 * 1024 * 1024 / 500_000);
    assert_eq!((row.integer(), row.integer()), (Ok(kept + 1), Ok(64 - kept)), "the newest take the room");
    let later = NOON.plus_ms(3 * 366 * DAY_MS);
    (64..128).for_each(|nth| put(nth, later));
    let mut row = count();
    assert_eq!((row.integer(), row.integer()), (Ok(64), Ok(65)));
}

#[test]
fn a_cut_path_is_found_by_what_the_table_shows_and_by_its_whole() {
    let (_, analytics) = open();
    let whole = format!("/{}", "x".repeat(3_000));
    let day: Day = "2026-11-01".parse().unwrap();
    let answer = page(vec![row(&whole, 3, 1, 4)], true);
    analytics.tables().put_day(&project(), &interval(day), Some(&answer), NOON).unwrap();
    let of_day = span("2026-11-01", "2026-11-01");
    let id = analytics.tables().id_of(&whole).unwrap().unwrap();
    let cut = analytics
        .tables()
        .paths(&[docket_core::analytics::tables::RowEntry { path: id, ..Default::default() }]);
    for path in [&whole, &cut.unwrap()[0]] {
        assert_eq!(shown(&trend(&analytics, path, &of_day, NOON)), [Some(Some(4))]);
    }
}

fn any_day() -> impl Strategy<Value = (i32, Vec<(u8, u64)>, bool)> {
    (0..6, proptest::collection::vec((0..8_u8, prop_oneof![0..90_u64, Just(u64::MAX)]), 0..6), any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_shown_of_a_page_is_what_the_last_answer_of_each_day_said(
        answers in proptest::collection::vec(any_day(), 0..12), path in 0..9_u8,
    ) {
        let (_, analytics) = open();
        let first: Day = "2026-11-01".parse().unwrap();
        let mut expected = HashMap::new();
        for (nth, rows, has_more) in answers {
            let rows: Vec<_> = rows.iter().map(|(path, n)| row(&format!("/{path}"), *n, 0, *n)).collect();
            // Of a path that comes twice, the first row counts, as in a table.
            let found = rows.iter().find(|row| row.path == format!("/{path}")).map(|row| row.total);
            expected.insert(nth, found.or((!has_more).then_some(0)));
            let request = PageRequest {
                project: project(),
                query: interval(first.plus(nth).unwrap()).page(250, 0),
                lookup: LookupOptions { cache: CacheDirective::NoCache, ..LookupOptions::person() },
            };
            fetch(&analytics, &request, Ok(&page(rows, has_more)), NOON).unwrap();
        }
        let trend = trend(&analytics, &format!("/{path}"), &span("2026-11-01", "2026-11-06"), NOON);
        let expected: Vec<_> = (0..6).map(|nth| expected.get(&nth).copied()).collect();
        prop_assert_eq!(shown(&trend), expected);
    }
}
