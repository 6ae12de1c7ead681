//! Tables that are evicted when together they are too large.

use std::rc::Rc;

use docket_core::analytics::Analytics;
use docket_core::storage::Database as _;
use docket_wire::UnixMs;

use super::{moving, page, row, settled};
use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);

#[test]
fn the_least_recently_used_table_is_evicted_within_sixteen_pages() {
    let db = Rc::new(Sqlite::in_memory());
    let analytics = Analytics::open(Rc::clone(&db), 100).unwrap();
    let tables = analytics.tables();
    let old = tables.begin(&settled(), NOON).unwrap();
    tables.put_page(old.id, &settled(), 0, &page(&[row("/old", 1, 0, 1)], false), NOON).unwrap();
    db.run("UPDATE tables SET bytes = 65 * 1024 * 1024", &[]).unwrap();

    let new = tables.begin(&moving(), NOON).unwrap();
    for number in 0..16 {
        let rows = [row(&format!("/{number}"), 1, 0, 1)];
        tables.put_page(new.id, &moving(), number, &page(&rows, number < 15), NOON).unwrap();
    }
    assert_eq!(tables.by_id(old.id, &settled()), Ok(None));
    assert!(tables.by_id(new.id, &moving()).unwrap().is_some_and(|table| table.is_complete()));
}
