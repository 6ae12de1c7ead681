//! A snapshot: the tables as they were when it began, read portion by portion while the object goes on writing.
//!
//! SQLite in a Durable Object has no read transaction that outlasts an event. So triggers store the first version of every row that
//! changes after the beginning, and that a row did not exist, in a table beside each table. A read joins both. Until the snapshot ends,
//! a changed row costs one more written row, once.

use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};

use super::cursor::Cursor;
use super::domain::Domain;
use super::file::line;
use super::row::Cell;
use super::table::{PREFIX, Table, all, backed_up, exists};
use crate::storage::schema::version_of;
use crate::storage::{Database, DatabaseError, Row, Value};

/// A snapshot that nobody reads for this long is deleted when the object opens next, or another one begins.
pub const IDLE_MAX_MS: i64 = 3_600_000;
/// Rows that one statement reads.
const ROWS: i64 = 64;
/// The same for a table with blobs, which can have 2 MB each.
const ROWS_WITH_BLOBS: i64 = 8;
/// A portion ends with the row that passes this many bytes.
const PORTION_BYTES: usize = 256 * 1024;
const STATE: &str = "backup_snapshot";

/// What a snapshot begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The moment of the snapshot, by which it is read.
    pub snapshot: UnixMs,
    /// The schema of the tables.
    pub schema: u32,
}

/// Some lines of a snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Portion {
    /// The lines: for each table its name and columns, and an array for each row.
    pub lines: String,
    /// How many of them are rows.
    pub rows: u64,
    /// Where to go on; none at the end.
    pub next: Option<Cursor>,
}

/// Begins a snapshot. An earlier one ends, because its reader has asked for another.
///
/// # Errors
/// If storage fails.
pub fn begin<D: Database>(db: &D, domain: &Domain<D>, now: UnixMs) -> Result<Begun, DatabaseError> {
    db.atomically(|| {
        delete(db)?;
        let state = format!("CREATE TABLE {STATE} (snapshot INTEGER NOT NULL, read_at INTEGER NOT NULL) STRICT");
        db.run(&state, &[])?;
        db.run(&format!("INSERT INTO {STATE} (snapshot, read_at) VALUES (?1, ?1)"), &[now.0.into()])?;
        for table in backed_up(db, domain)? {
            for statement in statements(&table) {
                db.run(&statement, &[])?;
            }
        }
        Ok(Begun { snapshot: now, schema: version_of(&domain.migrations) })
    })
}

/// Reads lines of a snapshot, from its beginning or from a cursor. `None` if it is no longer there.
///
/// # Errors
/// If storage fails.
pub fn read<D: Database>(
    db: &D,
    domain: &Domain<D>,
    snapshot: UnixMs,
    cursor: Option<Cursor>,
    now: UnixMs,
) -> Result<Option<Portion>, DatabaseError> {
    if state(db)?.is_none_or(|(stored, _)| stored != snapshot) {
        return Ok(None);
    }
    db.run(&format!("UPDATE {STATE} SET read_at = ?"), &[now.0.into()])?;
    let tables = backed_up(db, domain)?;
    let mut portion = Portion { lines: String::new(), rows: 0, next: cursor };
    let from = portion.next.as_ref().map_or("", |cursor| &cursor.table).to_owned();
    for table in tables.iter().filter(|table| *table.name >= *from) {
        let mut after = match portion.next.take() {
            Some(cursor) if cursor.table == table.name => cursor.after,
            _ => Vec::new(),
        };
        if after.is_empty() {
            push_line(&mut portion.lines, &TableLine { table: &table.name, columns: &table.columns })?;
        }
        loop {
            let rows = rows(db, table, after)?;
            let is_last = rows.len() < usize::try_from(page(table)).unwrap_or(usize::MAX);
            after = Vec::new();
            for mut row in rows {
                let mut key = Vec::with_capacity(table.key.len());
                for _ in &table.key {
                    key.push(Cell::from(row.value()?));
                }
                let cells: Result<Vec<Cell>, _> = table.columns.iter().map(|_| row.value().map(Cell::from)).collect();
                push_line(&mut portion.lines, &cells?)?;
                portion.rows = portion.rows.saturating_add(1);
                after = key;
                if portion.lines.len() >= PORTION_BYTES {
                    portion.next = Some(Cursor { table: table.name.clone(), after });
                    return Ok(Some(portion));
                }
            }
            if is_last {
                break;
            }
        }
    }
    Ok(Some(portion))
}

/// Ends a snapshot, if it is still there.
///
/// # Errors
/// If storage fails.
pub fn end<D: Database>(db: &D, snapshot: UnixMs) -> Result<(), DatabaseError> {
    match state(db)? {
        Some((stored, _)) if stored == snapshot => db.atomically(|| delete(db)),
        _ => Ok(()),
    }
}

/// Ends a snapshot whose reader does not come back, and one whose tables a migration is about to change. Called when an object opens.
///
/// # Errors
/// If storage fails.
pub fn end_abandoned<D: Database>(db: &D, domain: &Domain<D>, now: UnixMs) -> Result<(), DatabaseError> {
    let Some((_, read_at)) = state(db)? else { return Ok(()) };
    let schema = db.run("SELECT version FROM schema", &[])?.pop().map_or(Ok(0), |mut row| row.integer())?;
    let is_current = schema == i64::from(version_of(&domain.migrations));
    if is_current && now.since_ms(read_at) <= IDLE_MAX_MS { Ok(()) } else { db.atomically(|| delete(db)) }
}

/// The snapshot, and when it was last read.
fn state<D: Database>(db: &D) -> Result<Option<(UnixMs, UnixMs)>, DatabaseError> {
    if !exists(db, STATE)? {
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

/// What stores the rows of before the snapshot. `INSERT OR REPLACE` fires no trigger for the row that it replaces, so the row is stored
/// before every insertion. It also overrides `OR IGNORE` in a trigger, so each trigger looks whether the row is stored already.
fn statements(table: &Table) -> [String; 6] {
    let Table { name, .. } = table;
    let (before, columns, key) = (table.before(), table.columns_of(""), table.key_of(""));
    let is_new_to = |row: &str| {
        let same = table.key.iter().map(|column| format!("b.{column} = {row}{column}")).collect::<Vec<_>>();
        format!("NOT EXISTS (SELECT 1 FROM {before} b WHERE {})", same.join(" AND "))
    };
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
        let event = when.replace(' ', "_").to_lowercase();
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

fn page(table: &Table) -> i64 {
    if table.has_blobs { ROWS_WITH_BLOBS } else { ROWS }
}

/// The next rows in the order of the key: the columns of the key, and then all columns.
fn rows<D: Database>(db: &D, table: &Table, after: Vec<Cell>) -> Result<Vec<Row>, DatabaseError> {
    let Table { name, .. } = table;
    let before = table.before();
    let key = table.key_of("");
    let placeholders = (1..=after.len()).map(|at| format!("?{at}")).collect::<Vec<_>>().join(", ");
    let beyond = if after.is_empty() { "1".to_owned() } else { format!("({key}) > ({placeholders})") };
    let same = table.key.iter().map(|column| format!("b.{column} = t.{column}")).collect::<Vec<_>>();
    let named = |from: &str| {
        let keys = table.key.iter().enumerate().map(|(at, column)| format!("{from}{column} AS key_{at}"));
        format!("{}, {}", keys.collect::<Vec<_>>().join(", "), table.columns_of(from))
    };
    let order = (0..table.key.len()).map(|at| format!("key_{at}")).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT {} FROM {name} t WHERE {beyond} AND NOT EXISTS (SELECT 1 FROM {before} b WHERE {})
         UNION ALL SELECT {} FROM {before} b WHERE was_there = 1 AND {beyond} ORDER BY {order} LIMIT {}",
        named("t."),
        same.join(" AND "),
        named("b."),
        page(table),
    );
    let params = after.into_iter().map(Value::try_from).collect::<Result<Vec<_>, _>>();
    db.run(&sql, &params.map_err(|invalid| DatabaseError(invalid.to_string()))?)
}

fn push_line(lines: &mut String, value: &impl Serialize) -> Result<(), DatabaseError> {
    lines.push_str(&line(value).map_err(|error| DatabaseError(error.to_string()))?);
    Ok(())
}

/// The line before the rows of a table.
#[derive(Serialize)]
struct TableLine<'a> {
    table: &'a str,
    columns: &'a [String],
}
