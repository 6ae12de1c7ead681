//! Path tables.

mod eviction;
mod loads;
mod long_paths;
mod properties;

use docket_core::analytics::Analytics;
use docket_core::analytics::tables::{AvailableTables, NotStored, Table, TableKey, Tables, pages_of};
use docket_core::storage::Database;
use docket_sim::Traffic;
use docket_wire::{Day, Interval, RowsQuery, UnixMs, Utc, VisitorRow, VisitorTotals, VisitorsResponse};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const DAY_MS: i64 = 86_400_000;

pub(crate) fn open() -> Analytics<Sqlite> {
    Analytics::open(Sqlite::in_memory(), 100).unwrap()
}

fn key(from: &str, to: &str) -> TableKey {
    let interval = Interval { from: from.parse().unwrap(), to: to.parse().unwrap() };
    TableKey::new("acme".parse().unwrap(), interval)
}

/// The key of a range that is settled.
pub(crate) fn settled() -> TableKey {
    key("2026-10-01", "2026-11-01")
}

/// The key of a range that includes today.
pub(crate) fn moving() -> TableKey {
    key("2026-11-01", "2026-11-21")
}

fn available(
    tables: &Tables<Sqlite>,
    key: &TableKey,
    backfill_page: Option<u32>,
    now: UnixMs,
) -> AvailableTables {
    tables
        .available(key, backfill_page, &|table| {
            Ok(table.is_settled || now.since_ms(table.fetched_to) < 60_000)
        })
        .unwrap()
}

pub(crate) fn row(path: &str, human: u64, ai: u64, total: u64) -> VisitorRow {
    VisitorRow { path: path.to_owned(), human, ai, total }
}

pub(crate) fn page(rows: &[VisitorRow], has_more: bool) -> VisitorsResponse {
    VisitorsResponse {
        totals: VisitorTotals { human: 9, ai: 8, total: 10 },
        visitors: rows.to_vec(),
        has_more,
    }
}

pub(crate) fn rows_query(pairs: &[(&str, &str)]) -> RowsQuery {
    RowsQuery::from_pairs(pairs.iter().copied()).unwrap()
}

/// A complete table of these rows.
pub(crate) fn filled<D: Database>(tables: &Tables<D>, key: &TableKey, rows: &[VisitorRow]) -> Table {
    let mut table = tables.begin(key, NOON).unwrap();
    let pages: Vec<_> = if rows.is_empty() { vec![rows] } else { rows.chunks(250).collect() };
    for (number, chunk) in (0..).zip(&pages) {
        let has_more = number + 1 < u32::try_from(pages.len()).unwrap();
        table = tables.put_page(table.id, key, number, &page(chunk, has_more), NOON).unwrap();
    }
    table
}

pub(crate) fn chosen<D: Database>(
    tables: &Tables<D>,
    table: &Table,
    pairs: &[(&str, &str)],
) -> Vec<VisitorRow> {
    tables.rows(&tables.choose(table, None, &rows_query(pairs)).unwrap().entries).unwrap()
}

#[test]
fn a_table_is_complete_with_its_last_page() {
    let analytics = open();
    let tables = analytics.tables();
    let key = settled();
    assert_eq!(available(tables, &key, None, NOON), AvailableTables::default());
    let table = tables.begin(&key, NOON).unwrap();
    let rows = [row("/a", 3, 1, 4), row("/b", 2, 2, 3)];
    let last = tables.put_page(table.id, &key, 1, &page(&rows[1..], false), NOON.plus_ms(9)).unwrap();
    assert!(!last.is_complete());
    assert_eq!(available(tables, &key, None, NOON).complete, None);
    let whole = tables.put_page(table.id, &key, 0, &page(&rows[..1], true), NOON.plus_ms(5)).unwrap();
    assert!(whole.is_complete() && whole.is_settled);
    assert_eq!((whole.fetched_from, whole.fetched_to), (NOON.plus_ms(5), NOON.plus_ms(9)));
    assert_eq!(chosen(tables, &whole, &[]), rows);
    // A stored page stays unchanged.
    let again = tables.put_page(table.id, &key, 0, &page(&[row("/x", 1, 1, 1)], true), NOON).unwrap();
    assert_eq!(again, whole);
    let year_later = NOON.plus_ms(365 * DAY_MS);
    let found = available(tables, &key, None, year_later);
    assert_eq!((found.current, found.complete), (Some(whole.clone()), Some(whole)));
    assert_eq!(tables.by_id(table.id, &moving()), Ok(None));
}

#[test]
fn a_table_that_includes_today_is_current_for_a_minute() {
    let analytics = open();
    let tables = analytics.tables();
    let key = moving();
    let table = filled(tables, &key, &[row("/a", 1, 1, 1)]);
    assert!(!table.is_settled);
    let current = |backfill, ms| available(tables, &key, backfill, NOON.plus_ms(ms)).current;
    assert_eq!(current(None, 59_999), Some(table.clone()));
    assert_eq!(current(None, 60_000), None);
    assert_eq!(current(Some(0), 60_000), None, "the table is complete, so the backfill begins a new one");
    assert_eq!(
        current(Some(1), 60_000),
        Some(table.clone()),
        "another read has completed the backfill's table"
    );
    let next = tables.begin(&key, NOON.plus_ms(60_000)).unwrap();
    let found = available(tables, &key, None, NOON.plus_ms(60_001));
    assert_eq!((found.current, found.complete), (Some(next.clone()), Some(table)), "the old table stands in");
    assert_eq!(current(Some(0), 600_000), Some(next));
    assert_eq!(current(None, 600_000), None);
}

#[test]
fn a_page_fetched_before_its_range_settled_unsettles_the_table() {
    let analytics = open();
    let tables = analytics.tables();
    let key = key("2026-11-01", "2026-11-20");
    let settles = NOON.plus_ms(-10 * 60 * 60 * 1000);
    let table = tables.begin(&key, settles).unwrap();
    assert!(table.is_settled);
    // A cached answer from before the range settled.
    let stored = tables.put_page(table.id, &key, 0, &page(&[], false), settles.plus_ms(-1)).unwrap();
    assert!(!stored.is_settled);
}

#[test]
fn a_path_that_comes_twice_is_stored_once_and_counted() {
    let analytics = open();
    let tables = analytics.tables();
    let key = moving();
    let table = tables.begin(&key, NOON).unwrap();
    let first = [row("/a", 5, 1, 6), row("/b", 4, 1, 5), row("/a", 5, 1, 6)];
    let table = tables.put_page(table.id, &key, 0, &page(&first, true), NOON).unwrap();
    assert_eq!((table.rows, table.duplicates_dropped, table.totals_changed), (2, 1, false));
    let mut second = page(&[row("/b", 4, 2, 5), row("/c", 1, 1, 2)], false);
    second.totals.human += 1;

    let table = tables.put_page(table.id, &key, 1, &second, NOON).unwrap();
    assert_eq!((table.rows, table.duplicates_dropped, table.totals_changed), (3, 2, true));
    assert_eq!(table.totals, second.totals);
    let paths: Vec<_> = chosen(tables, &table, &[]).into_iter().map(|row| (row.path, row.ai)).collect();
    assert_eq!(paths, [("/a".to_owned(), 1), ("/b".to_owned(), 1), ("/c".to_owned(), 1)]);
}

#[test]
fn a_page_without_new_rows_ends_the_table() {
    let analytics = open();
    let tables = analytics.tables();
    let key = settled();
    let table = tables.begin(&key, NOON).unwrap();
    let same = page(&[row("/a", 1, 1, 1)], true);
    assert!(!tables.put_page(table.id, &key, 0, &same, NOON).unwrap().is_complete());
    assert!(tables.put_page(table.id, &key, 1, &same, NOON).unwrap().is_complete());
}

#[test]
fn a_page_after_the_last_does_not_belong_to_the_table() {
    let analytics = open();
    let tables = analytics.tables();
    let key = settled();
    let mut table = tables.begin(&key, NOON).unwrap();
    let mut put = |number: u32, has_more: bool, path: &str| {
        let rows = if path.is_empty() { vec![] } else { vec![row(path, 1, 1, 1)] };
        table = tables.put_page(table.id, &key, number, &page(&rows, has_more), NOON).unwrap();
        (table.pages, table.last_page, table.is_complete())
    };
    put(0, true, "/0");
    // A link can request pages that no longer exist.
    assert_eq!(put(20, false, ""), (2, Some(20), false));
    assert_eq!(put(10, false, ""), (2, Some(10), false));
    assert_eq!(put(4, false, "/4"), (2, Some(4), false));
    assert_eq!(put(1, true, "/1"), (3, Some(4), false));
    assert_eq!(put(2, true, "/2"), (4, Some(4), false), "page 3 is missing");
    assert_eq!(chosen(tables, &table, &[]).len(), 4);
    let table = tables.put_page(table.id, &key, 3, &page(&[row("/3", 1, 1, 1)], true), NOON).unwrap();
    assert!(table.is_complete());
    assert_eq!(chosen(tables, &table, &[]).len(), 5, "the four rows from before are not reused");
}

#[test]
fn pages_are_counted_without_those_of_the_next_table() {
    let analytics = open();
    let tables = analytics.tables();
    let first = tables.begin(&settled(), NOON).unwrap();
    let next = tables.begin(&moving(), NOON).unwrap();
    assert_eq!(next.id, first.id + 1, "its pages follow those of the first table");
    let answer = page(&[row("/a", 1, 1, 1)], true);
    tables.put_page(next.id, &moving(), 0, &answer, NOON).unwrap();
    assert_eq!(tables.put_page(first.id, &settled(), 0, &answer, NOON).unwrap().pages, 1);
}

#[test]
fn a_table_can_have_as_many_folders_as_paths() {
    let analytics = open();
    let tables = analytics.tables();

    let rows: Vec<_> = (0..20_000_u64)
        .map(|n| row(&format!("/{:x}/x", n.wrapping_mul(0x9e37_79b9) % 65_536), n, 0, n))
        .collect();
    let table = filled(tables, &settled(), &rows);
    let query = rows_query(&[("group", "folder"), ("sort", "human")]);
    let by_path = tables.choose(&table, None, &query).unwrap().entries;
    assert!(tables.rows(&by_path).unwrap().is_sorted_by(|a, b| a.path < b.path));
    let folders = tables.folders(&by_path, &query).unwrap();
    assert_eq!((folders.len(), folders[0].at_least.human), (20_000, 19_999));
    assert!(folders.is_sorted_by(|a, b| a.at_least.human > b.at_least.human));
}

#[test]
fn an_empty_table_is_complete() {
    let analytics = open();
    let tables = analytics.tables();
    let table = filled(tables, &settled(), &[]);
    assert!(table.is_complete());
    assert_eq!((table.rows, table.pages), (0, 1));
    for pairs in [&[][..], &[("sort", "share")], &[("q", "a")]] {
        assert_eq!(chosen(tables, &table, pairs), []);
    }
    assert_eq!(tables.folders(&[], &rows_query(&[("group", "folder")])), Ok(Vec::new()));
}

#[test]
fn a_page_of_a_dropped_table_is_not_stored() {
    let analytics = open();
    let tables = analytics.tables();
    let key = moving();
    let whole = filled(tables, &key, &[row("/a", 1, 1, 1)]);
    let created: Vec<i64> = (0..3).map(|_| tables.begin(&key, NOON).unwrap().id).collect();
    assert!(created.is_sorted_by(|a, b| a < b) && whole.id < created[0], "no id is reused");
    assert_eq!(tables.put_page(created[1], &key, 0, &page(&[], false), NOON), Err(NotStored::TableExpired));
    assert_eq!(tables.by_id(whole.id, &key), Ok(Some(whole)), "the complete table stands in");
    assert!(tables.by_id(created[2], &key).unwrap().is_some());
}

#[test]
fn rows_are_sorted_and_equal_ones_stay_in_the_service_s_order() {
    let analytics = open();
    let tables = analytics.tables();
    let rows = [
        row("/b", 9, 3, 12),
        row("/Z", 5, 5, 10),
        row("/a", 9, 0, 9),
        row("/é", 0, 0, 0),
        row("/c", 1, 2, 3),
    ];
    let table = filled(tables, &settled(), &rows);
    let paths = |pairs: &[(&str, &str)]| -> String {
        chosen(tables, &table, pairs).iter().map(|row| row.path.trim_start_matches('/')).collect()
    };
    assert_eq!(paths(&[]), "bZaéc");
    assert_eq!(paths(&[("sort", "path")]), "Zabcé");
    assert_eq!(paths(&[("sort", "path"), ("order", "desc")]), "écbaZ");
    assert_eq!(paths(&[("sort", "human")]), "baZcé");
    assert_eq!(paths(&[("sort", "human"), ("order", "asc")]), "écZba");
    assert_eq!(paths(&[("sort", "ai")]), "Zbcaé");
    assert_eq!(paths(&[("sort", "total")]), "bZacé");
    assert_eq!(paths(&[("sort", "share")]), "cZbaé");
    assert_eq!(paths(&[("q", "Z")]), "Z");
    assert_eq!(paths(&[("q", "z"), ("prefix", "/Z")]), "Z");
    assert_eq!(paths(&[("prefix", "/z")]), "");
}

#[test]
fn a_dropped_duplicate_leaves_its_position_empty() {
    let analytics = open();
    let tables = analytics.tables();
    let key = settled();
    let table = tables.begin(&key, NOON).unwrap();
    let rows: Vec<_> = (0..250).map(|n| row(&format!("/{n}"), 1, 1, 1)).collect();
    tables.put_page(table.id, &key, 0, &page(&rows, true), NOON).unwrap();
    let table = tables
        .put_page(table.id, &key, 1, &page(&[rows[249].clone(), row("/new", 1, 1, 1)], false), NOON)
        .unwrap();
    let paths = |offset, limit| -> Vec<String> {
        tables.in_order(&table, offset, limit).unwrap().into_iter().map(|row| row.path).collect()
    };
    assert_eq!(paths(248, 3), ["/248", "/249", "/new"]);
    assert_eq!(paths(250, 250), ["/new"]);
    assert_eq!(paths(251, 250), [""; 0]);
    assert_eq!(paths(u64::MAX, 1000), [""; 0]);
    assert_eq!(
        [pages_of(0, 250), pages_of(249, 2), pages_of(250, 1), pages_of(1, 1000)],
        [0..1, 0..2, 1..2, 0..5]
    );
    assert_eq!(pages_of(1 << 53, 1000), 1000..1001, "a page that does not exist, rather than no page");
}

/// `docs/sizes.md` quotes the printed figures.
#[test]
fn a_row_takes_at_most_six_bytes() {
    const PATHS: usize = 1000;
    const DAYS: i64 = 90;
    let traffic = Traffic::new(1, "acme", PATHS);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("analytics.sqlite");
    let size = || std::fs::metadata(&file).unwrap().len();
    let analytics = Analytics::open(Sqlite::at(&file), 100).unwrap();
    let tables = analytics.tables();
    let (mut rows, mut after_first) = (0, 0);
    for day in 0..DAYS {
        let from = NOON.plus_ms(-(day + 1) * DAY_MS - DAY_MS / 2);
        let report = traffic.report(from, from.plus_ms(DAY_MS));
        let day = Day::at(from, &Utc).unwrap();
        let key = key(&day.to_string(), &day.plus(1).unwrap().to_string());
        let table = filled(tables, &key, &report.rows);
        assert_eq!(table.rows, report.rows.len() as u64);
        rows += table.rows;
        if after_first == 0 {
            after_first = size();
        }
    }
    let each = (size() - after_first) as f64 / (rows as f64 * (DAYS - 1) as f64 / DAYS as f64);
    println!(
        "{DAYS} days of {PATHS} paths: {rows} rows, {} kB in SQLite, {each:.1} bytes a path and day beside the dictionary",
        size() / 1000
    );
    assert!(each <= 6.0, "{each}");
}
