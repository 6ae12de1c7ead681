//! Ready-made views of rows, and what a comparison needs.

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    Analytics, CacheEntry, FetchError, LookupOptions, Operation, OperationStep, RowsRead,
};
use docket_core::upstream::failure::CallFailure;
use docket_wire::{ComparedRows, Rows, Span, UnixMs, VisitorRow, VisitorTotals, VisitorsResponse, ZoneName};

use crate::sqlite::Sqlite;
use crate::tables::{filled, open, row, rows_query};

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);

fn of_days(from: &str, to: &str, end: &str) -> (TableKey, Span) {
    let interval = docket_wire::Interval { from: from.parse().unwrap(), to: end.parse().unwrap() };
    let span = Span::new(from.parse().unwrap(), to.parse().unwrap(), ZoneName::utc()).unwrap();
    (TableKey::new("acme".parse().unwrap(), interval), span)
}

fn october() -> (TableKey, Span) {
    of_days("2026-10-01", "2026-10-31", "2026-11-01")
}

fn september() -> (TableKey, Span) {
    of_days("2026-09-01", "2026-09-30", "2026-10-01")
}

/// The rows, from storage alone.
fn read(analytics: &Analytics<Sqlite>, pairs: &[(&str, &str)]) -> Rows {
    let ((key, span), (compared, compared_span)) = (october(), september());
    let query = rows_query(pairs);
    let compares = query.needs_comparison();
    let mut read = RowsRead::new(key, span, query, LookupOptions::person());
    if compares {
        read = read.compared_with(compared, compared_span);
    }
    match read.step(analytics, NOON) {
        Ok(OperationStep::Done(rows)) => rows,
        other => panic!("{other:?}"),
    }
}

fn shown(rows: &Rows) -> Vec<(&str, u64, Option<u64>)> {
    let before = rows.compared.iter().flat_map(|compared| &compared.rows).map(|totals| Some(totals.total));
    let paths = rows.rows.iter().map(|row| (row.path.as_str(), row.total));
    paths
        .zip(before.chain(std::iter::repeat(None)))
        .map(|((path, now), before)| (path, now, before))
        .collect()
}

fn with_both() -> Analytics<Sqlite> {
    let analytics = open();
    let before = [
        row("/gone", 300, 0, 300),
        row("/fell/a", 200, 0, 200),
        row("/fell/b", 400, 0, 400),
        row("/steady", 100, 0, 100),
        row("/quiet", 90, 0, 90),
        row("/small", 9, 0, 9),
    ];
    let now = [
        row("/new", 50, 0, 50),
        row("/steady", 100, 0, 100),
        row("/fell/a", 100, 0, 100),
        row("/fell/b", 200, 0, 200),
        row("/quiet", 2, 0, 2),
        row("/machines", 3, 60, 61),
        row("/new/small", 9, 0, 9),
    ];
    filled(analytics.tables(), &september().0, &before);
    filled(analytics.tables(), &october().0, &now);
    analytics
}

#[test]
fn each_view_has_its_pages_in_its_order_with_the_visitors_before() {
    let analytics = with_both();
    let view = |pairs: &[(&str, &str)]| read(&analytics, pairs);
    assert_eq!(shown(&view(&[("view", "ai")])), [("/machines", 61, None)]);
    let falling = view(&[("view", "falling")]);
    assert_eq!(shown(&falling), [("/fell/b", 200, Some(400)), ("/fell/a", 100, Some(200))]);
    assert_eq!((falling.matched, falling.has_more), (2, false));
    let quiet = view(&[("view", "quiet")]);
    assert_eq!(shown(&quiet), [("/gone", 0, Some(300)), ("/quiet", 2, Some(90))], "also pages without a row");
    assert_eq!(shown(&view(&[("view", "new")])), [("/machines", 61, Some(0)), ("/new", 50, Some(0))]);
    let sorted = view(&[("view", "falling"), ("sort", "path"), ("limit", "1")]);
    assert_eq!(shown(&sorted), [("/fell/a", 100, Some(200))]);
    assert!(sorted.has_more);
    let next = view(&[("view", "falling"), ("sort", "path"), ("limit", "1"), ("offset", "1")]);
    assert_eq!(shown(&next), [("/fell/b", 200, Some(400))]);
    let order_of = |pairs: &[(&str, &str)]| -> Vec<String> {
        view(pairs).rows.into_iter().map(|row| row.path).collect()
    };
    assert_eq!(order_of(&[("view", "quiet"), ("sort", "before"), ("order", "asc")]), ["/quiet", "/gone"]);
    assert_eq!(order_of(&[("view", "falling"), ("sort", "change")]), ["/fell/b", "/fell/a"], "losses first");
    assert_eq!(order_of(&[("view", "new"), ("sort", "change")]), ["/new", "/machines"]);
    assert_eq!(order_of(&[("view", "new"), ("sort", "change"), ("order", "desc")]), ["/machines", "/new"]);
    let searched = view(&[("view", "quiet"), ("q", "gone")]);
    assert_eq!(shown(&searched), [("/gone", 0, Some(300))]);
}

#[test]
fn nothing_is_new_or_gone_until_all_rows_of_both_spans_are_loaded() {
    let analytics = open();
    let rows: Vec<_> = (0..600).map(|n| row(&format!("/{n}"), 50, 0, 50)).collect();
    filled(analytics.tables(), &october().0, &rows);
    // Of September, one page of the service is loaded: more follow.
    let table = analytics.tables().begin(&september().0, NOON).unwrap();
    let first = docket_wire::VisitorsResponse {
        totals: docket_wire::VisitorTotals { human: 9, ai: 0, total: 9 },
        visitors: rows[..250].to_vec(),
        has_more: true,
    };
    analytics.tables().put_page(table.id, &september().0, 0, &first, NOON).unwrap();
    let rows = read(&analytics, &[("view", "new")]);
    assert_eq!((rows.rows.len(), rows.matched, rows.complete, rows.has_more), (0, 0, true, false));
    let Some(ComparedRows { complete, loaded, cost, .. }) = rows.compared else { panic!("no comparison") };
    let cost = cost.unwrap();
    assert_eq!((complete, loaded), (false, 250));
    // October has three pages, so the estimate for September is three. One of them is loaded already.
    assert_eq!((cost.requests, cost.estimated, cost.available), (2, true, 80));
    assert_eq!(cost.done_at, NOON);
    // People have what a backfill leaves to them.
    assert_eq!(cost.reserved, 20);
    // A view that compares with nothing needs no other rows.
    assert_eq!(read(&analytics, &[("view", "ai")]).compared, None);
}

#[test]
fn a_short_table_that_was_loaded_last_makes_no_estimate_smaller() {
    let analytics = open();
    let rows: Vec<_> = (0..600).map(|n| row(&format!("/{n}"), 50, 0, 50)).collect();
    filled(analytics.tables(), &october().0, &rows);
    filled(analytics.tables(), &of_days("2026-11-01", "2026-11-01", "2026-11-02").0, &rows[..1]);
    let table = analytics.tables().begin(&september().0, NOON).unwrap();
    analytics.tables().put_page(table.id, &september().0, 0, &page(&rows[..250], true), NOON).unwrap();
    let cost = read(&analytics, &[("view", "new")]).compared.and_then(|compared| compared.cost);
    assert_eq!(cost.map(|cost| cost.requests), Some(2), "as October, not as a day without readers");
}

fn page(visitors: &[VisitorRow], has_more: bool) -> VisitorsResponse {
    let totals = VisitorTotals { human: 9, ai: 0, total: 9 };
    VisitorsResponse { totals, visitors: visitors.to_vec(), has_more }
}

fn fetched(page: &VisitorsResponse) -> CacheEntry {
    CacheEntry { body: serde_json::to_string(page).unwrap(), fetched_at: NOON, is_stale: false }
}

#[test]
fn a_view_has_no_rows_of_a_table_that_was_replaced_while_the_other_span_was_loaded() {
    let analytics = open();
    filled(analytics.tables(), &october().0, &[row("/old", 50, 0, 50)]);
    let ((key, span), (compared, compared_span)) = (october(), september());
    let mut read = RowsRead::new(key, span, rows_query(&[("view", "quiet")]), LookupOptions::person())
        .compared_with(compared, compared_span);
    let step = read.step(&analytics, NOON).unwrap();
    assert!(matches!(step, OperationStep::Fetch(_)), "the other span is requested: {step:?}");
    // Meanwhile, others load the rows again. The latest complete table stays until the next one is.
    for _ in 0..2 {
        filled(analytics.tables(), &october().0, &[row("/kept", 100, 0, 100)]);
    }
    let before = page(&[row("/kept", 100, 0, 100), row("/gone", 200, 0, 200)], false);
    read.apply(&analytics, Ok(fetched(&before)), NOON).unwrap();
    let OperationStep::Done(rows) = read.step(&analytics, NOON).unwrap() else { panic!("no rows") };
    assert_eq!(shown(&rows), [("/gone", 0, Some(200))]);
    assert_eq!((rows.loaded, rows.complete), (1, true));
}

#[test]
fn the_loaded_part_is_shown_only_while_it_is_stored() {
    let analytics = open();
    let rows: Vec<_> = (0..250).map(|n| row(&format!("/{n}"), 50, 0, 50)).collect();
    let key = october().0;
    let table = analytics.tables().begin(&key, NOON).unwrap();
    analytics.tables().put_page(table.id, &key, 0, &page(&rows, true), NOON).unwrap();
    let mut read =
        RowsRead::new(key.clone(), october().1, rows_query(&[("sort", "human")]), LookupOptions::person());
    assert!(
        matches!(read.step(&analytics, NOON), Ok(OperationStep::Fetch(_))),
        "the second page is requested"
    );
    analytics.tables().begin(&key, NOON).unwrap();
    let failure = CallFailure::Timeout { limit_ms: 1 };
    let applied = read.apply(&analytics, Err(FetchError::Upstream(failure.clone())), NOON);
    assert_eq!(applied, Err(FetchError::Upstream(failure)));
}

#[test]
fn the_costs_of_both_spans_of_a_view_share_the_requests_of_the_hour() {
    use docket_wire::{BackfillKind, BackfillRequest, Utc};
    let analytics = open();
    let rows: Vec<_> = (0..1500).map(|n| row(&format!("/{n}"), 50, 0, 50)).collect();
    let other = of_days("2026-08-01", "2026-08-31", "2026-09-01").0;
    filled(analytics.tables(), &other, &rows);
    // What a view loads without a backfill: four pages of its own span, and one of the other.
    for (key, pages) in [(october().0, 4), (september().0, 1)] {
        let table = analytics.tables().begin(&key, NOON).unwrap();
        for (visitors, page) in rows.chunks(250).zip(0..pages) {
            let page_of_service = docket_wire::VisitorsResponse {
                totals: docket_wire::VisitorTotals { human: 9, ai: 0, total: 9 },
                visitors: visitors.to_vec(),
                has_more: true,
            };
            analytics.tables().put_page(table.id, &key, page, &page_of_service, NOON).unwrap();
        }
    }
    let costs = || {
        let rows = read(&analytics, &[("view", "new")]);
        let costs = [rows.compared.unwrap().cost.unwrap(), rows.cost.unwrap()];
        costs.map(|cost| (cost.requests, cost.available, cost.reserved))
    };
    assert_eq!(costs(), [(5, 80, 20), (2, 75, 20)]);
    // A backfill of paths has one request in the queue at a time, and needs the others as well.
    let request = BackfillRequest { kind: BackfillKind::Paths, span: september().1 };
    analytics.start_backfill(&"acme".parse().unwrap(), &request, None, &Utc, NOON).unwrap();
    assert_eq!(costs(), [(5, 80, 20), (2, 74, 20)]);
}

#[test]
fn the_cost_of_days_counts_what_is_queued_before_them() {
    use docket_core::analytics::days_begun;
    use docket_wire::{BackfillKind, BackfillRequest, Utc};
    let analytics = open();
    let project = "acme".parse().unwrap();
    let span = |from: &str, to: &str| {
        Span::new(from.parse().unwrap(), to.parse().unwrap(), ZoneName::utc()).unwrap()
    };
    let long = span("2026-08-20", "2026-11-17");
    let trend = || analytics.trend(&project, &long, days_begun(&long, &Utc, NOON), None, NOON).unwrap();
    let cost = trend().cost.unwrap();
    assert_eq!((cost.requests, cost.estimated, cost.available), (90, false, 80));
    assert_eq!(cost.done_at, NOON.plus_ms(3_600_000), "the last ten wait an hour for the first ones");
    let other = BackfillRequest { kind: BackfillKind::Days, span: span("2025-01-01", "2025-03-11") };
    analytics.start_backfill(&project, &other, None, &Utc, NOON).unwrap();
    let cost = trend().cost.unwrap();
    assert_eq!((cost.requests, cost.available), (90, 10));
    assert_eq!(cost.done_at, NOON.plus_ms(3_600_000));
    // Its own requests are not before themselves.
    let own = BackfillRequest { kind: BackfillKind::Days, span: long.clone() };
    analytics.start_backfill(&project, &own, None, &Utc, NOON).unwrap();
    assert_eq!(trend().cost.map(|cost| cost.available), Some(10));
}

#[test]
fn a_day_read_after_its_end_and_before_it_had_settled_is_missing_and_costs_a_request() {
    use docket_core::analytics::days_begun;
    use docket_wire::{BackfillKind, BackfillRequest, Day, Interval, Utc, VisitorTotals};
    let analytics = open();
    let project = "acme".parse().unwrap();
    let day: Day = "2026-11-17".parse().unwrap();
    let span = Span::new(day, day, ZoneName::utc()).unwrap();
    let interval = Interval::of_day(day, span.zone(), &Utc).unwrap();
    let an_hour_after = interval.to.instant().plus_ms(3_600_000);
    let totals = VisitorTotals { human: 1, ai: 0, total: 1 };
    analytics.totals().put(&project, &interval.page(1, 0), &totals, an_hour_after).unwrap();
    let trend = |now| analytics.trend(&project, &span, days_begun(&span, &Utc, now), None, now).unwrap();
    assert_eq!(trend(an_hour_after).missing, 0, "nothing better can be loaded yet");
    assert_eq!((trend(NOON).missing, trend(NOON).cost.map(|cost| cost.requests)), (1, Some(1)));
    let request = BackfillRequest { kind: BackfillKind::Days, span: span.clone() };
    assert_eq!(analytics.start_backfill(&project, &request, None, &Utc, NOON).unwrap().total, 1);
}

#[test]
fn a_backfill_of_days_requests_the_missing_days_only() {
    use docket_core::analytics::days_begun;
    use docket_wire::{BackfillKind, BackfillRequest, Utc, VisitorTotals};
    let analytics = open();
    let project = "acme".parse().unwrap();
    let span =
        Span::new("2026-11-16".parse().unwrap(), "2026-11-20".parse().unwrap(), ZoneName::utc()).unwrap();
    let days = || days_begun(&span, &Utc, NOON);
    // A trend was read, with today and yesterday.
    for (_, interval) in &days()[..2] {
        let totals = VisitorTotals { human: 1, ai: 0, total: 1 };
        analytics.totals().put(&project, &interval.page(1, 0), &totals, NOON).unwrap();
    }
    let later = NOON.plus_ms(2 * 3_600_000);
    let cost = analytics.trend(&project, &span, days(), None, later).unwrap().cost;
    assert_eq!(cost.map(|cost| cost.requests), Some(3));
    let request = BackfillRequest { kind: BackfillKind::Days, span: span.clone() };
    assert_eq!(analytics.start_backfill(&project, &request, None, &Utc, later).unwrap().total, 3);
}

/// A view of 18 November, NOON's day before last, that compares with the 17th, of which there is a table from this time.
fn compared_with_a_day_loaded_at(loaded_at: UnixMs) -> (Analytics<Sqlite>, RowsRead) {
    let analytics = open();
    let (key, span) = of_days("2026-11-18", "2026-11-18", "2026-11-19");
    let (compared, compared_span) = of_days("2026-11-17", "2026-11-17", "2026-11-18");
    filled(analytics.tables(), &key, &[row("/kept", 100, 0, 100), row("/evening", 50, 0, 50)]);
    let table = analytics.tables().begin(&compared, loaded_at).unwrap();
    let loaded = page(&[row("/kept", 60, 0, 60)], false);
    analytics.tables().put_page(table.id, &compared, 0, &loaded, loaded_at).unwrap();
    let read = RowsRead::new(key, span, rows_query(&[("view", "new")]), LookupOptions::person())
        .compared_with(compared, compared_span);
    (analytics, read)
}

/// 2026-11-17T12:00:00Z, while the compared day was running.
const DURING_THE_DAY: UnixMs = NOON.plus_ms(-3 * 86_400_000);
/// 2026-11-18T01:00:00Z, after its end, and before its data had settled.
const AFTER_THE_DAY: UnixMs = NOON.plus_ms(-3 * 86_400_000 + 13 * 3_600_000);

#[test]
fn a_view_compares_with_current_rows_and_not_with_those_of_a_day_that_was_running() {
    let (analytics, mut read) = compared_with_a_day_loaded_at(DURING_THE_DAY);
    let step = read.step(&analytics, NOON).unwrap();
    assert!(matches!(step, OperationStep::Fetch(_)), "the compared day is requested again: {step:?}");
    let whole = page(&[row("/kept", 60, 0, 60), row("/evening", 50, 0, 50)], false);
    read.apply(&analytics, Ok(fetched(&whole)), NOON).unwrap();
    let OperationStep::Done(rows) = read.step(&analytics, NOON).unwrap() else { panic!("no rows") };
    assert_eq!(shown(&rows), []);
    assert_eq!((rows.stale, rows.compared.map(|compared| compared.complete)), (false, Some(true)));
}

#[test]
fn a_view_whose_compared_rows_cannot_be_refreshed_has_them_as_stale_or_not_at_all() {
    let outcome = |loaded_at| {
        let (analytics, mut read) = compared_with_a_day_loaded_at(loaded_at);
        assert!(matches!(read.step(&analytics, NOON), Ok(OperationStep::Fetch(_))));
        let failure = FetchError::Upstream(CallFailure::Timeout { limit_ms: 1 });
        read.apply(&analytics, Err(failure), NOON).unwrap();
        let OperationStep::Done(rows) = read.step(&analytics, NOON).unwrap() else { panic!("no rows") };
        let compared = rows.compared.as_ref().unwrap();
        (rows.stale, compared.complete, shown(&rows).len())
    };
    assert_eq!(outcome(AFTER_THE_DAY), (true, true, 1));
    assert_eq!(outcome(DURING_THE_DAY), (false, false, 0), "its later visitors are missing");
}
