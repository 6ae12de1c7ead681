//! Rows that statements read, which are billed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::analytics::{Analytics, LookupOptions, Operation, OperationStep, TotalsRead};
use docket_core::storage::{Database, DatabaseError, Row, Value};
use docket_wire::{Interval, ProjectId, UnixMs, VisitorTotals};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);

/// Counts at least the rows that SQLite reads, by the plan of each statement: one for each search for equal values of a
/// unique key, and all rows of the table for every other search or scan.
#[derive(Debug)]
struct Counted {
    db: Sqlite,
    rows: Rc<Cell<i64>>,
    plans: Rc<RefCell<Vec<String>>>,
}

impl Counted {
    fn count(&self, detail: &str) -> i64 {
        let is_unique = ["PRIMARY KEY (", "sqlite_autoindex_"].iter().any(|key| detail.contains(key));
        if detail.starts_with("SEARCH ") && is_unique && !detail.contains(['<', '>']) {
            return 1;
        }
        match detail.strip_prefix("SEARCH ").or(detail.strip_prefix("SCAN ")) {
            // Values of JSON and rows of subqueries are not in a table.
            Some(table)
                if !["json_each", "wanted", "(subquery"].iter().any(|name| table.starts_with(name)) =>
            {
                let table = table.split(' ').next().unwrap();
                let mut rows = self.db.run(&format!("SELECT count(*) FROM {table}"), &[]).unwrap();
                rows.pop().unwrap().integer().unwrap()
            }
            _ => 0,
        }
    }
}

impl Database for Counted {
    fn run(&self, sql: &str, params: &[Value]) -> Result<Vec<Row>, DatabaseError> {
        if sql.starts_with("SELECT") || sql.starts_with("DELETE") || sql.starts_with("UPDATE") {
            for mut row in self.db.run(&format!("EXPLAIN QUERY PLAN {sql}"), params)? {
                for _ in 0..3 {
                    row.integer()?;
                }
                let detail = row.text()?;
                self.rows.set(self.rows.get() + self.count(&detail));
                self.plans.borrow_mut().push(detail);
            }
        }
        self.db.run(sql, params)
    }

    fn transaction(&self, work: &mut dyn FnMut() -> Result<(), DatabaseError>) -> Result<(), DatabaseError> {
        self.db.transaction(work)
    }
}

#[test]
fn a_cached_totals_answer_reads_at_most_five_rows_and_storing_one_scans_nothing() {
    let (rows, plans) = (Rc::new(Cell::new(0)), Rc::new(RefCell::new(Vec::new())));
    let db = Counted { db: Sqlite::in_memory(), rows: Rc::clone(&rows), plans: Rc::clone(&plans) };
    let analytics = Analytics::open(db, 100).unwrap();
    let project: ProjectId = "acme".parse().unwrap();
    let totals = VisitorTotals { human: 1, ai: 1, total: 2 };
    for day in 1..=30 {
        let interval = Interval {
            from: format!("2026-09-{day:02}").parse().unwrap(),
            to: "2026-11-21".parse().unwrap(),
        };
        analytics.acquire(&LookupOptions::person(), NOON).unwrap().unwrap();
        plans.take();
        analytics.totals().put(&project, &interval.page(1, 0), &totals, NOON).unwrap();
        assert!(plans.borrow().iter().all(|plan| !plan.starts_with("SCAN")), "{plans:?}");
    }
    // The data of a range with today in it, which are fresh for a minute: the dearest answer from the cache.
    let interval = Interval { from: "2026-09-01".parse().unwrap(), to: "2026-11-21".parse().unwrap() };
    rows.set(0);
    let mut read = TotalsRead::new(project, interval.clone(), 1, LookupOptions::person());
    let Ok(OperationStep::Done(available)) = read.step(&analytics, NOON) else {
        panic!("not from the cache")
    };
    analytics.summary(interval, available, None, NOON).unwrap();
    // The object adds the budget's headers and looks for backfills. There are none.
    analytics.next_backfill_at(NOON).unwrap();
    assert!(rows.get() <= 5, "{} rows: {plans:?}", rows.get());
}

#[test]
fn a_search_for_paths_begins_at_the_prefix() {
    let (rows, plans) = (Rc::default(), Rc::new(RefCell::new(Vec::new())));
    let db = Counted { db: Sqlite::in_memory(), rows, plans: Rc::clone(&plans) };
    let analytics = Analytics::open(db, 100).unwrap();
    let (tables, key) = (analytics.tables(), crate::tables::moving());
    let table = tables.begin(&key, NOON).unwrap();
    plans.take();
    let query = docket_wire::RowsQuery::from_pairs([("prefix", "/api/"), ("q", "x")]).unwrap();
    tables.choose(&table, None, &query).unwrap();
    let is_search = |plan: &String| plan.starts_with("SEARCH paths") && plan.contains("path>? AND path<?");
    assert!(plans.borrow().iter().any(is_search), "{plans:?}");
}

#[test]
fn a_search_in_a_small_table_reads_the_paths_of_its_rows_alone() {
    use crate::tables::{chosen, filled, moving, row, settled};
    let (rows, plans) = (Rc::default(), Rc::new(RefCell::new(Vec::new())));
    let db = Counted { db: Sqlite::in_memory(), rows, plans: Rc::clone(&plans) };
    let analytics = Analytics::open(db, 100).unwrap();
    let tables = analytics.tables();
    let large: Vec<_> = (0..400).map(|n| row(&format!("/guides/{n:03}"), 1, 1, 2)).collect();
    let small = [row("/guides/007", 1, 0, 1), row("/api/Users", 2, 0, 2), row("/guides/350", 3, 0, 3)];
    let large = filled(tables, &settled(), &large);
    let small = filled(tables, &moving(), &small);
    let found = |table, pairs: &[(&str, &str)]| -> Vec<String> {
        chosen(tables, table, pairs).into_iter().map(|row| row.path).collect()
    };
    plans.take();
    assert_eq!(found(&small, &[("prefix", "/guides/"), ("sort", "path")]), ["/guides/007", "/guides/350"]);
    assert_eq!(found(&small, &[("q", "USERS")]), ["/api/Users"]);
    assert_eq!(
        found(&small, &[("sort", "path"), ("order", "desc")]),
        ["/guides/350", "/guides/007", "/api/Users"]
    );
    let walks = |plan: &String| plan.starts_with("SCAN paths") || plan.contains("path>?");
    assert!(!plans.take().iter().any(walks), "the other paths are not read");
    assert_eq!(found(&large, &[("q", "/35")]).len(), 10);
    assert!(plans.take().iter().any(walks), "it has most of them");
}
