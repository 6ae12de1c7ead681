//! Pages of rows in the service's order.

use docket_core::analytics::{LookupOptions, Operation, OperationStep, RowsRead};
use docket_wire::{Rows, Span, UnixMs, VisitorRow, VisitorTotals, VisitorsResponse, ZoneName};

use crate::tables::{open, row, rows_query, settled};

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);

fn paths(numbers: std::ops::Range<u32>) -> Vec<VisitorRow> {
    numbers.map(|number| row(&format!("/{number}"), 1, 1, 1)).collect()
}

/// A read with `offset` and `limit` of a table that received these pages in this order.
fn read(pages: &[(u32, Vec<VisitorRow>, bool)], offset: &str, limit: &str) -> Rows {
    let analytics = open();
    let key = settled();
    let table = analytics.tables().begin(&key, NOON).unwrap();
    for (number, rows, has_more) in pages {
        let page = VisitorsResponse {
            totals: VisitorTotals { human: 9, ai: 8, total: 10 },
            visitors: rows.clone(),
            has_more: *has_more,
        };
        analytics.tables().put_page(table.id, &key, *number, &page, NOON).unwrap();
    }
    let span =
        Span::new("2026-10-01".parse().unwrap(), "2026-10-31".parse().unwrap(), ZoneName::utc()).unwrap();
    let query = rows_query(&[("offset", offset), ("limit", limit)]);
    match RowsRead::new(key, span, query, LookupOptions::person()).step(&analytics, NOON) {
        Ok(OperationStep::Done(rows)) => rows,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_follow_a_page_that_lacks_a_dropped_duplicate() {
    let shifted = [(0, paths(0..250), true), (1, paths(249..499), true)];
    let second = read(&shifted, "250", "250");
    assert_eq!((second.rows.len(), second.complete, second.has_more), (249, false, true));
    // The first page came last, and the second one has most of it.
    let shifted = [(1, paths(200..450), true), (2, paths(450..460), false), (0, paths(0..250), true)];
    for (offset, shown, has_more) in [("0", 200, true), ("250", 250, true), ("500", 10, false)] {
        let part = read(&shifted, offset, "250");
        assert_eq!((part.rows.len(), part.complete, part.has_more), (shown, true, has_more), "{offset}");
    }
}

#[test]
fn no_rows_follow_the_last_position() {
    let pages = [(0, paths(0..250), true), (1, paths(250..300), false)];
    for (offset, limit, has_more) in [
        ("0", "250", true),
        ("200", "99", true),
        ("200", "100", false),
        ("250", "49", true),
        ("300", "1", false),
    ] {
        assert_eq!(read(&pages, offset, limit).has_more, has_more, "{limit} from {offset}");
    }
    // The last page is known before the first one is loaded.
    let last = &pages[1..];
    assert!(read(last, "250", "49").has_more && !read(last, "250", "250").has_more);
}
