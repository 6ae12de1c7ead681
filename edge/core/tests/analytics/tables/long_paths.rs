//! Paths of any length, and more of them than one statement returns.

use docket_core::analytics::tables::PATH_BYTES_MAX;
use docket_wire::VisitorRow;

use super::{chosen, filled, open, row, rows_query, settled};

#[test]
fn a_page_of_long_paths_is_stored_and_the_longest_are_cut() {
    let analytics = open();
    let tables = analytics.tables();
    // Control characters take six bytes of JSON each.
    let long = |n: usize, bytes: usize| format!("/{n:03}/{}", "\u{1}".repeat(bytes - 5));
    let mut rows: Vec<VisitorRow> =
        (0..248).map(|n| row(&long(n, PATH_BYTES_MAX), 1, 1, u64::try_from(n).unwrap())).collect();
    rows.push(row(&format!("{}a", long(0, 16_000)), 1, 1, 900));
    rows.push(row(&format!("{}b", long(0, 16_000)), 1, 1, 901));
    let table = filled(tables, &settled(), &rows);
    assert_eq!((table.rows, table.duplicates_dropped), (250, 0));
    let stored = chosen(tables, &table, &[]);
    assert_eq!(stored[..248], rows[..248]);
    for row in &stored[248..] {
        assert!(row.path.starts_with(&long(0, PATH_BYTES_MAX)), "{}", row.path);
        assert!(row.path.contains("… [cut from 16001 bytes, ") && row.path.len() < PATH_BYTES_MAX + 60);
    }
    assert_ne!(stored[248].path, stored[249].path, "cut paths stay apart");
    assert_eq!(chosen(tables, &table, &[("prefix", "/001/"), ("sort", "path")]), rows[1..2]);
}

#[test]
fn a_search_of_more_paths_than_one_statement_returns_finds_all() {
    let analytics = open();
    let tables = analytics.tables();
    let rows: Vec<VisitorRow> = (0..100_300).map(|n| row(&format!("/p/{n:06}"), 1, 1, 1)).collect();
    let table = filled(tables, &settled(), &rows);
    let found =
        tables.choose(&table, None, &rows_query(&[("prefix", "/p/"), ("sort", "path")])).unwrap().entries;
    assert_eq!(found.len(), rows.len());
    assert_eq!(tables.rows(&found[100_000..100_001]).unwrap(), rows[100_000..100_001]);
}
