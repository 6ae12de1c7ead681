//! A snapshot: the tables as they were when it began, read portion by portion while the object continues to write.
//!
//! SQLite in a Durable Object has no read transaction that outlasts an event. So beside each table, triggers fill a second one: with
//! the first version of every row that changes after the beginning, and with the keys of rows that did not exist then. A read merges
//! both. Until the snapshot ends, the first change of a row costs one more written row.

use docket_wire::{BackupObject, HOUR_MS, UnixMs};

use super::checkpoint::Checkpoint;
use super::cursor::RowCursor;
use super::domain::Domain;
use super::file::{object_line, quoted};
use super::merge::{SnapshotRow, rows, stored, values};
use super::table::{PREFIX, StoredTable, all, backed_up, definitions, describe};
use crate::storage::schema::{has_table, version_of};
use crate::storage::{Database, DatabaseError};

/// An object deletes a snapshot that nobody reads for this long with its next request or alarm.
pub const IDLE_MAX_MS: i64 = HOUR_MS;
/// Rows that one statement reads at most.
const ROWS_PER_STATEMENT: usize = 64;
/// Rows that one statement reads at most of a table with long rows, which can have 2 MB each.
const LONG_ROWS_PER_STATEMENT: usize = 8;
/// A portion ends with the row that passes this many bytes.
const PORTION_BYTES: usize = 256 * 1024;
const STATE: &str = "backup_snapshot";

/// Some lines of an object, and the state of the backup after them.
#[derive(Debug, Clone, PartialEq)]
pub struct Portion {
    /// The lines: for each table its name and columns, and an array for each row; then the checkpoint.
    pub lines: String,
    /// The state after them.
    pub checkpoint: Checkpoint,
}

/// Returns the next lines of an object's part of a backup. Begins a snapshot or continues it, and ends it with its last lines.
/// `None` if the snapshot is gone, or the checkpoint is none of this object.
pub fn next<D: Database>(
    db: &D,
    domain: &Domain<D>,
    object: &BackupObject,
    mut checkpoint: Checkpoint,
    now: UnixMs,
) -> Result<Option<Portion>, DatabaseError> {
    let (snapshot, mut lines) = match checkpoint.snapshot {
        Some(snapshot) => (snapshot, String::new()),
        None => {
            begin(db, domain, now)?;
            (now, object_line(object, version_of(&domain.migrations), now))
        }
    };
    if state(db)?.is_none_or(|(stored, _)| stored != snapshot) {
        return Ok(None);
    }
    // Cloudflare bills each row of the schema too, so a portion reads only what it needs of it, and once.
    let mut tables = definitions(db, domain)?;
    if let Some(cursor) = &checkpoint.cursor {
        tables.retain(|(name, _)| *name >= cursor.table);
        let first = tables.first().cloned().map(|table| describe(db, domain, table)).transpose()?;
        if first.is_none_or(|table| !cursor.is_in(&table)) {
            return Ok(None);
        }
    }
    db.run(&format!("UPDATE {STATE} SET read_at = ?"), &[now.0.into()])?;
    let (rows, cursor) = read(db, domain, tables, checkpoint.cursor.take(), &mut lines)?;
    checkpoint.rows = checkpoint.rows.saturating_add(rows);
    if cursor.is_none() {
        db.atomically(|| delete(db))?;
        checkpoint.object = checkpoint.object.saturating_add(1);
    }
    checkpoint.snapshot = cursor.is_some().then_some(snapshot);
    checkpoint.cursor = cursor;
    let checkpoint = checkpoint.after(&lines);
    lines.push_str(&checkpoint.line());
    Ok(Some(Portion { lines, checkpoint }))
}

/// Begins a snapshot. An earlier one ends, because its reader has asked for another.
fn begin<D: Database>(db: &D, domain: &Domain<D>, now: UnixMs) -> Result<(), DatabaseError> {
    db.atomically(|| {
        delete(db)?;
        let state =
            format!("CREATE TABLE {STATE} (snapshot INTEGER NOT NULL, read_at INTEGER NOT NULL) STRICT");
        db.run(&state, &[])?;
        db.run(&format!("INSERT INTO {STATE} (snapshot, read_at) VALUES (?1, ?1)"), &[now.0.into()])?;
        for table in backed_up(db, domain)? {
            for statement in statements(&table) {
                db.run(&statement, &[])?;
            }
        }
        Ok(())
    })
}

/// Adds lines of tables of a snapshot, the first one from its beginning or from a cursor. Returns the number of rows and where to continue.
fn read<D: Database>(
    db: &D,
    domain: &Domain<D>,
    tables: Vec<(String, String)>,
    cursor: Option<RowCursor>,
    lines: &mut String,
) -> Result<(u64, Option<RowCursor>), DatabaseError> {
    let mut after = cursor.map_or_else(Vec::new, |cursor| cursor.after);
    let mut read = 0_u64;
    for table in tables {
        let table = &describe(db, domain, table)?;
        if after.is_empty() {
            let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
            let columns = columns.join(",");
            lines.push_str(&format!("{{\"table\":{},\"columns\":[{columns}]}}\n", quoted(&table.name)));
        }
        let (first, most) = if table.has_long_rows {
            (1, LONG_ROWS_PER_STATEMENT)
        } else {
            (ROWS_PER_STATEMENT, ROWS_PER_STATEMENT)
        };
        let (begun_at, mut of_table, mut limit) = (lines.len(), 0, first);
        loop {
            let rows = rows(db, table, &after, limit)?;
            let is_last = rows.len() < limit;
            for SnapshotRow { key, is_hidden, mut row } in rows {
                after = key;
                if is_hidden {
                    continue;
                }
                let row = serde_json::to_string(&values(&mut row, table.columns.len())?);
                lines.push_str(&row.map_err(|error| DatabaseError(error.to_string()))?);
                lines.push('\n');
                read = read.saturating_add(1);
                of_table += 1;
                if lines.len() >= PORTION_BYTES {
                    return Ok((read, Some(RowCursor { table: table.name.clone(), after })));
                }
            }
            if is_last {
                break;
            }
            // About as many as fit into the portion: what is read beyond them is read again, and billed twice.
            let mean = lines.len().saturating_sub(begun_at) / of_table.max(1);
            limit = (PORTION_BYTES.saturating_sub(lines.len()) / mean.max(1)).saturating_add(1).min(most);
        }
        after.clear();
    }
    Ok((read, None))
}

/// Ends a snapshot that nobody has read for [`IDLE_MAX_MS`], or whose schema is an earlier one because a migration is about to change
/// its tables. It leaves one of a newer schema, into which this release writes nothing. An object calls this before it opens, and
/// with each request and alarm while a snapshot may exist. Returns whether a snapshot is left.
pub fn end_abandoned<D: Database>(db: &D, domain: &Domain<D>, now: UnixMs) -> Result<bool, DatabaseError> {
    let Some((_, read_at)) = state(db)? else { return Ok(false) };
    let schema = db.run("SELECT version FROM schema", &[])?.pop().map_or(Ok(0), |mut row| row.integer())?;
    let known = i64::from(version_of(&domain.migrations));
    let stays = schema > known || (schema == known && now.since_ms(read_at) <= IDLE_MAX_MS);
    if !stays {
        db.atomically(|| delete(db))?;
    }
    Ok(stays)
}

/// The snapshot, and when it was last read.
fn state<D: Database>(db: &D) -> Result<Option<(UnixMs, UnixMs)>, DatabaseError> {
    if !has_table(db, STATE)? {
        return Ok(None);
    }
    let row = db.run(&format!("SELECT snapshot, read_at FROM {STATE}"), &[])?.pop();
    row.map(|mut row| Ok((UnixMs(row.integer()?), UnixMs(row.integer()?)))).transpose()
}

fn delete<D: Database>(db: &D) -> Result<(), DatabaseError> {
    for mut row in db.run("SELECT name FROM sqlite_master WHERE type = 'trigger'", &[])? {
        let name = row.text()?;
        if name.starts_with(PREFIX) {
            db.run(&format!("DROP TRIGGER {name}"), &[])?;
        }
    }
    for (name, _) in all(db)?.into_iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        db.run(&format!("DROP TABLE {name}"), &[])?;
    }
    Ok(())
}

/// The statements that create the table for rows as they were before the snapshot, and the triggers that fill it.
/// `INSERT OR REPLACE` fires no delete trigger for the row that it replaces, so a trigger stores that row before the insertion. It
/// also overrides `OR IGNORE` in a trigger, so each trigger checks whether the row is stored already.
fn statements(table: &StoredTable) -> [String; 6] {
    let StoredTable { name, .. } = table;
    let (before, columns, key) = (table.before(), table.columns_of(""), table.key_of(""));
    let is_new_to = |row: &str| format!("NOT EXISTS ({})", stored(table, row));
    let store = format!("INSERT INTO {before} ({columns}, was_there)");
    let old = format!("{store} SELECT {}, 1 WHERE {}", table.columns_of("OLD."), is_new_to("OLD."));
    let replaced = format!(
        "{store} SELECT {}, 1 FROM {name} t WHERE ({}) AND {}",
        table.columns_of("t."),
        table.is_new(),
        is_new_to("t.")
    );
    let added = format!(
        "INSERT INTO {before} ({key}, was_there) SELECT {}, 0 WHERE {}",
        table.key_of("NEW."),
        is_new_to("NEW.")
    );
    let trigger = |when: &str, what: &str| {
        let event = when.replace(' ', "_");
        format!("CREATE TRIGGER {PREFIX}{name}_{event} {when} ON {name} BEGIN {what}; END")
    };
    [
        // Without types, every value is stored as it is.
        format!("CREATE TABLE {before} ({columns}, was_there, PRIMARY KEY ({key})) WITHOUT ROWID"),
        trigger("BEFORE INSERT", &replaced),
        trigger("AFTER INSERT", &added),
        trigger("BEFORE UPDATE", &old),
        trigger("AFTER UPDATE", &added),
        trigger("BEFORE DELETE", &old),
    ]
}
