//! A snapshot: the tables as they were when it began, read portion by portion while the object continues to write.
//!
//! SQLite in a Durable Object has no read transaction that outlasts an event. So beside each table, triggers fill a second one: with
//! the first version of every row that changes after the beginning, and with the keys of rows that did not exist then. A read joins
//! both. Until the snapshot ends, the first change of a row costs one more written row.

use docket_wire::{BackupObject, ColumnValue, HOUR_MS, UnixMs};

use super::checkpoint::Checkpoint;
use super::cursor::RowCursor;
use super::domain::Domain;
use super::file::{object_line, quoted};
use super::row::{from_wire, to_wire};
use super::table::{PREFIX, StoredTable, all, backed_up, same};
use crate::storage::schema::{has_table, version_of};
use crate::storage::{Database, DatabaseError, Row};

/// An object deletes a snapshot that nobody reads for this long with its next request or alarm.
pub const IDLE_MAX_MS: i64 = HOUR_MS;
/// Rows that one statement reads.
const ROWS_PER_STATEMENT: i64 = 64;
/// Rows that one statement reads of a table with blobs, which can have 2 MB each.
const ROWS_WITH_BLOBS: i64 = 8;
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
    if let Some(cursor) = &checkpoint.cursor
        && !backed_up(db, domain)?.iter().any(|table| cursor.is_in(table))
    {
        return Ok(None);
    }
    db.run(&format!("UPDATE {STATE} SET read_at = ?"), &[now.0.into()])?;
    let (rows, cursor) = read(db, domain, checkpoint.cursor.take(), &mut lines)?;
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

/// Adds lines of a snapshot, from its beginning or from a cursor. Returns the number of rows and where to continue.
fn read<D: Database>(
    db: &D,
    domain: &Domain<D>,
    cursor: Option<RowCursor>,
    lines: &mut String,
) -> Result<(u64, Option<RowCursor>), DatabaseError> {
    let (from, mut after) = cursor.map_or_else(Default::default, |cursor| (cursor.table, cursor.after));
    let mut read = 0_u64;
    for table in backed_up(db, domain)?.iter().filter(|table| table.name >= from) {
        if after.is_empty() {
            let columns: Vec<String> = table.columns.iter().map(|column| quoted(column)).collect();
            let columns = columns.join(",");
            lines.push_str(&format!("{{\"table\":{},\"columns\":[{columns}]}}\n", quoted(&table.name)));
        }
        loop {
            let rows = rows(db, table, std::mem::take(&mut after))?;
            let is_last = rows.len() < usize::try_from(rows_per_statement(table)).unwrap_or(usize::MAX);
            for mut row in rows {
                after = values(&mut row, table.key.len())?;
                let row = serde_json::to_string(&values(&mut row, table.columns.len())?);
                lines.push_str(&row.map_err(|error| DatabaseError(error.to_string()))?);
                lines.push('\n');
                read = read.saturating_add(1);
                if lines.len() >= PORTION_BYTES {
                    return Ok((read, Some(RowCursor { table: table.name.clone(), after })));
                }
            }
            if is_last {
                break;
            }
        }
        after.clear();
    }
    Ok((read, None))
}

fn values(row: &mut Row, count: usize) -> Result<Vec<ColumnValue>, DatabaseError> {
    (0..count).map(|_| row.value().map(to_wire)).collect()
}

/// Ends a snapshot that nobody has read for [`IDLE_MAX_MS`], or whose schema is not the current one because a migration is about to
/// change its tables. An object calls this before it opens, and with each request and alarm while a snapshot may exist. Returns
/// whether a snapshot is left.
pub fn end_abandoned<D: Database>(db: &D, domain: &Domain<D>, now: UnixMs) -> Result<bool, DatabaseError> {
    let Some((_, read_at)) = state(db)? else { return Ok(false) };
    let schema = db.run("SELECT version FROM schema", &[])?.pop().map_or(Ok(0), |mut row| row.integer())?;
    let is_current = schema == i64::from(version_of(&domain.migrations));
    let stays = is_current && now.since_ms(read_at) <= IDLE_MAX_MS;
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

/// Finds a row as it was before the snapshot, if it has changed since. With the type of the row's column, the comparison would not use the
/// key of the table without types, and read all of it; the sign takes the type away.
fn stored(table: &StoredTable, row: &str) -> String {
    let same = same(&table.key, "b.", &format!("+{row}"));
    format!("SELECT 1 FROM {} b WHERE {same}", table.before())
}

fn rows_per_statement(table: &StoredTable) -> i64 {
    if table.has_blobs { ROWS_WITH_BLOBS } else { ROWS_PER_STATEMENT }
}

/// The next rows in the order of the key: the columns of the key, and then all columns.
fn rows<D: Database>(
    db: &D,
    table: &StoredTable,
    after: Vec<ColumnValue>,
) -> Result<Vec<Row>, DatabaseError> {
    let StoredTable { name, .. } = table;
    let before = table.before();
    let key = table.key_of("");
    let numbers = |prefix: &str| {
        let numbers: Vec<String> = (1..=table.key.len()).map(|at| format!("{prefix}{at}")).collect();
        numbers.join(", ")
    };
    let beyond = if after.is_empty() { "1".to_owned() } else { format!("({key}) > ({})", numbers("?")) };
    let read = |from: &str| format!("{}, {}", table.key_of(from), table.columns_of(from));
    // The order is that of the first columns, which are the key's.
    let sql = format!(
        "SELECT {} FROM {name} t WHERE {beyond} AND NOT EXISTS ({})
         UNION ALL SELECT {} FROM {before} b WHERE was_there = 1 AND {beyond} ORDER BY {} LIMIT {}",
        read("t."),
        stored(table, "t."),
        read("b."),
        numbers(""),
        rows_per_statement(table),
    );
    let params = after.into_iter().map(from_wire).collect::<Result<Vec<_>, _>>();
    db.run(&sql, &params.map_err(|invalid| DatabaseError(invalid.to_string()))?)
}
