//! Backups of real databases: what is read is what was stored at one moment, and what is restored is what was read.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, unreachable_pub, reason = "tests")]

mod current;
mod domains;
#[path = "../support/faulty.rs"]
mod faulty;
mod file;
mod moves;
mod refusals;
#[path = "../migrations/samples.rs"]
mod samples;
mod snapshot;
#[path = "../support/sqlite.rs"]
mod sqlite;

use std::rc::Rc;

use docket_core::backup::checkpoint::Checkpoint;
use docket_core::backup::snapshot::{self as snapshots, Portion};
use docket_core::backup::{Domain, restore};
use docket_wire::{BackupObject, TableRows, UnixMs};
use serde_json::{Value, json};
use sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_790_000_300_000);

/// A database that a store and a test share.
type Db = Rc<Sqlite>;

fn object() -> BackupObject {
    "jobs/acme-docs".parse().unwrap()
}

/// The next portion of a backup, with its tables and rows.
fn next(
    db: &Db,
    domain: &Domain<Db>,
    checkpoint: Checkpoint,
    now: UnixMs,
) -> Option<(Vec<String>, Checkpoint)> {
    let Portion { lines, checkpoint } = snapshots::next(db, domain, &object(), checkpoint, now).unwrap()?;
    let is_of_table = |line: &&str| line.starts_with('[') || line.starts_with("{\"table\"");
    let lines = lines.lines().filter(is_of_table).map(str::to_owned).collect();
    // As a client that goes on somewhere else, it has the checkpoint as text.
    Some((lines, checkpoint.to_string().parse().unwrap()))
}

/// The tables and rows of a database, in one snapshot.
fn lines(db: &Db, domain: &Domain<Db>) -> Vec<String> {
    let (mut lines, mut checkpoint) = next(db, domain, Checkpoint::start(), NOW).unwrap();
    while checkpoint.object == 0 {
        let (more, after) = next(db, domain, checkpoint, NOW).unwrap();
        lines.extend(more);
        checkpoint = after;
    }
    lines
}

/// How many of the lines are rows.
fn rows_in(lines: &[String]) -> u64 {
    lines.iter().filter(|line| line.starts_with('[')).count().try_into().unwrap()
}

/// Stores the rows of lines, a few at a time.
fn insert(db: &Db, domain: &Domain<Db>, lines: &[String]) {
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
fn restore_into(db: &Db, domain: &Domain<Db>, schema: u32, lines: &[String]) {
    restore::begin(db, domain, schema, None).unwrap();
    insert(db, domain, lines);
    restore::end(db, domain, "acme-docs", rows_in(lines), None, NOW).unwrap();
}
