//! Backups of real databases: what is read is what was stored at one moment, and what is restored is what was read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, unreachable_pub, reason = "tests")]

mod domains;
mod file;
mod refusals;
mod snapshot;
#[path = "../support/sqlite.rs"]
mod sqlite;

use docket_core::backup::restore::{self, TableRows};
use docket_core::backup::{Domain, snapshot as snapshots};
use docket_wire::UnixMs;
use serde_json::{Value, json};
use sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_790_000_300_000);

/// The lines of a database, in one snapshot.
fn lines(db: &Sqlite, domain: &Domain<Sqlite>) -> Vec<String> {
    let begun = snapshots::begin(db, domain, NOW).unwrap();
    let mut lines = Vec::new();
    let mut cursor = None;
    loop {
        let portion = snapshots::read(db, domain, begun.snapshot, cursor, NOW).unwrap().unwrap();
        lines.extend(portion.lines.lines().map(str::to_owned));
        cursor = portion.next;
        if cursor.is_none() {
            break;
        }
    }
    snapshots::end(db, begun.snapshot).unwrap();
    lines
}

/// How many of the lines are rows.
fn rows_in(lines: &[String]) -> u64 {
    lines.iter().filter(|line| line.starts_with('[')).count().try_into().unwrap()
}

/// Stores the rows of lines, a few at a time.
fn insert(db: &Sqlite, domain: &Domain<Sqlite>, lines: &[String]) {
    let mut table = Value::Null;
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        if line.is_object() {
            table = line;
            continue;
        }
        let rows = json!({"table": table["table"], "columns": table["columns"], "rows": [line]});
        let rows: TableRows = serde_json::from_value(rows).unwrap();
        restore::insert(db, domain, rows).unwrap();
    }
}

/// Restores lines of a schema into a database.
fn restore_into(db: &Sqlite, domain: &Domain<Sqlite>, schema: u32, lines: &[String]) {
    restore::begin(db, domain, schema).unwrap();
    insert(db, domain, lines);
    restore::end(db, domain, rows_in(lines), NOW).unwrap();
}
