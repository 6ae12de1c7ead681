//! Expired data are deleted in portions, and can be requested again.

use std::rc::Rc;

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{Analytics, DeletedVisitors, LookupDecision, LookupOptions, PageRequest};
use docket_core::storage::Database;
use docket_wire::{
    Day, Interval, ProjectId, RetentionQuery, UnixMs, Utc, VisitorTotals, VisitorsResponse, ZoneName,
};

use crate::sqlite::Sqlite;
use crate::tables::row;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const DAY_MS: i64 = 24 * 3_600_000;
const DAYS: Option<u32> = Some(30);

type Shared = Analytics<Rc<Sqlite>>;

fn open() -> (Rc<Sqlite>, Shared) {
    let db = Rc::new(Sqlite::in_memory());
    (Rc::clone(&db), Analytics::open(db, 10_000).unwrap())
}

fn project(id: &str) -> ProjectId {
    id.parse().unwrap()
}

fn interval(day: &str) -> Interval {
    Interval::of_day(day.parse::<Day>().unwrap(), &ZoneName::utc(), &Utc).unwrap()
}

fn answer() -> VisitorsResponse {
    VisitorsResponse {
        totals: VisitorTotals { human: 900, ai: 90, total: 990 },
        visitors: vec![row("/guides", 3, 2, 5)],
        has_more: false,
    }
}

/// Asks the service for the visitors of a day, with a table of it.
fn ask(analytics: &Shared, id: &str, day: &str, now: UnixMs) {
    let key = TableKey::new(project(id), interval(day));
    let request = PageRequest { project: project(id), query: key.page(0), lookup: LookupOptions::person() };
    let LookupDecision::Fetch(permit) = analytics.lookup(&request, now).unwrap() else { panic!("{day}") };
    let body = serde_json::to_string(&answer()).unwrap();
    analytics.record_fetch(&request, permit, Ok((&answer(), &body)), now).unwrap();
    let table = analytics.tables().begin(&key, now).unwrap();
    analytics.tables().put_page(table.id, &key, 0, &answer(), now).unwrap();
}

/// Whether totals, rows of the day, table and answer of a day are stored.
fn stored(analytics: &Shared, id: &str, day: &str, now: UnixMs) -> [bool; 4] {
    let (id, interval) = (project(id), interval(day));
    let key = TableKey::new(id.clone(), interval.clone());
    let request = PageRequest { project: id.clone(), query: key.page(0), lookup: LookupOptions::person() };
    [
        analytics.totals().get(&id, &interval).unwrap().is_some(),
        analytics.tables().day_checked_at(&id, &interval).unwrap().is_some(),
        analytics.tables().available(&key, None, &|_| Ok(true)).unwrap().current.is_some(),
        analytics.cache().get(&request.key(), now).unwrap().is_some(),
    ]
}

fn delete_all(analytics: &Shared, now: UnixMs) -> DeletedVisitors {
    let mut all = DeletedVisitors::default();
    loop {
        let deleted = analytics.delete_expired(DAYS, now).unwrap();
        if !deleted.is_any() {
            return all;
        }
        all.rows += deleted.rows;
        all.tables += deleted.tables;
    }
}

#[test]
fn all_visitors_of_a_day_that_ended_long_enough_ago_are_deleted() {
    let (db, analytics) = open();
    ask(&analytics, "acme", "2026-11-01", NOON);
    ask(&analytics, "acme", "2026-11-10", NOON);
    let ends_at = interval("2026-11-01").to.instant();
    assert_eq!(analytics.next_retention(DAYS).unwrap(), Some(ends_at.plus_ms(30 * DAY_MS + 1)));
    assert_eq!(delete_all(&analytics, ends_at.plus_ms(30 * DAY_MS)), DeletedVisitors::default());
    let now = ends_at.plus_ms(30 * DAY_MS + 1);
    assert_eq!(stored(&analytics, "acme", "2026-11-01", now.plus_ms(-DAY_MS * 11)), [true; 4]);
    assert_eq!(delete_all(&analytics, now), DeletedVisitors { rows: 3, tables: 1 });
    assert_eq!(stored(&analytics, "acme", "2026-11-01", now.plus_ms(-DAY_MS * 11)), [false; 4]);
    assert_eq!(stored(&analytics, "acme", "2026-11-10", now.plus_ms(-DAY_MS * 11)), [true; 4]);
    let pages = db.run("SELECT count(*) FROM table_pages", &[]).unwrap().remove(0).integer().unwrap();
    assert_eq!(pages, 1, "the pages of the table went with it");
}

#[test]
fn without_the_setting_visitors_stay() {
    let (_, analytics) = open();
    ask(&analytics, "acme", "2025-11-01", NOON);
    assert_eq!(
        analytics.delete_expired(None, NOON.plus_ms(3_000 * DAY_MS)).unwrap(),
        DeletedVisitors::default()
    );
    assert_eq!(analytics.next_retention(None).unwrap(), None);
    assert_eq!(stored(&analytics, "acme", "2025-11-01", NOON), [true; 4]);
}

#[test]
fn old_data_that_are_requested_again_stay_for_a_day() {
    let (_, analytics) = open();
    ask(&analytics, "acme", "2026-05-01", NOON);
    let soon = NOON.plus_ms(3_600_000);
    assert_eq!(delete_all(&analytics, soon), DeletedVisitors::default());
    // What cannot be deleted yet does not fire the alarm at once.
    assert!(analytics.next_retention(DAYS).unwrap().unwrap() > soon);
    assert_eq!(stored(&analytics, "acme", "2026-05-01", soon), [true; 4]);
    let later = NOON.plus_ms(DAY_MS + 1);
    assert_eq!(delete_all(&analytics, later), DeletedVisitors { rows: 3, tables: 1 });
    ask(&analytics, "acme", "2026-05-01", later);
    assert_eq!(stored(&analytics, "acme", "2026-05-01", later), [true; 4]);
}

#[test]
fn old_data_do_not_wait_for_the_expiry_of_those_that_were_stored_before() {
    let (_, analytics) = open();
    ask(&analytics, "acme", "2026-11-19", NOON);
    let next = analytics.next_retention(DAYS).unwrap().unwrap();
    assert!(next > NOON.plus_ms(29 * DAY_MS));
    let later = NOON.plus_ms(1000);
    ask(&analytics, "acme", "2026-05-01", later);
    let expiry = later.plus_ms(DAY_MS + 1);
    assert_eq!(analytics.next_retention(DAYS).unwrap(), Some(expiry), "the alarm comes for them");
    assert_eq!(delete_all(&analytics, expiry), DeletedVisitors { rows: 3, tables: 1 });
    assert_eq!(stored(&analytics, "acme", "2026-05-01", expiry), [false; 4]);
    assert_eq!(stored(&analytics, "acme", "2026-11-19", NOON), [true; 4]);
}

#[test]
fn visitors_go_in_portions_for_all_projects_of_the_key() {
    let (db, analytics) = open();
    for id in ["acme", "beta"] {
        ask(&analytics, id, "2026-09-01", NOON);
    }
    // Many intervals, as of trends in other zones.
    db.run(
        "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 250)
         INSERT INTO totals SELECT 1, n, n + 1, 1, 1, 2, 5 FROM n",
        &[],
    )
    .unwrap();
    let now = NOON.plus_ms(2 * DAY_MS);
    let first = analytics.delete_expired(DAYS, now).unwrap();
    assert!(first.rows <= 300 && first.is_any(), "{first:?}");
    assert_eq!(analytics.next_retention(DAYS).unwrap(), Some(now), "there is more");
    delete_all(&analytics, now);
    for table in ["totals", "day_rows", "tables", "table_pages", "cache_entries"] {
        let left = db.run(&format!("SELECT count(*) FROM {table}"), &[]).unwrap().remove(0).integer();
        assert_eq!(left, Ok(0), "{table}");
    }
}

#[test]
fn a_preview_counts_the_visitors_of_one_project() {
    let (_, analytics) = open();
    ask(&analytics, "acme", "2026-09-01", NOON);
    ask(&analytics, "acme", "2026-11-01", NOON);
    ask(&analytics, "acme-2", "2026-09-01", NOON);
    let preview = |visitors_days, days| {
        let query = RetentionQuery { visitors_days, ..RetentionQuery::default() };
        analytics.retention(&project("acme"), days, 365, &query, NOON.plus_ms(DAY_MS + 10)).unwrap()
    };
    let visitors = preview(None, DAYS).visitors;
    assert_eq!(
        (visitors.days, visitors.counted_days, visitors.expired, visitors.more),
        (DAYS, DAYS, 4, false)
    );
    assert_eq!(visitors.oldest, Some(interval("2026-09-01").to.instant()));
    assert_eq!(preview(Some(10), None).visitors.expired, 8);
    let soon =
        analytics.retention(&project("acme"), DAYS, 365, &RetentionQuery::default(), NOON.plus_ms(DAY_MS));
    assert_eq!(soon.unwrap().visitors.expired, 0, "none that is stored for a day because it was asked for");
    let none = preview(None, None);
    assert_eq!((none.visitors.counted_days, none.visitors.expired), (None, 0));
    assert_eq!((none.audit.days, none.audit.expired), (Some(365), 0));
}
