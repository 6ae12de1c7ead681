//! A restore: an empty object gets the tables of a backup, in the schema of the backup, and migrates them after the last row.
//!
//! From the beginning to the end a table marks the object, and the object answers nothing else. Every step before the end can be
//! repeated: a beginning starts over, and a row replaces itself. Steps of another backup than that of the last beginning are
//! refused. The end stores the id of the backup, so that a caller who repeats the restore of several objects learns which of them
//! are complete. The object's earlier log is preserved, and merged at the end.

use docket_wire::{ColumnValue, TableRows, UnixMs};

use super::domain::Domain;
use super::row::from_wire;
use super::table::{RESTORED, RESTORING, StoredTable, all, definitions, named};
use crate::audit::preserved;
use crate::storage::schema::{Migration, has_table, migrate, version_of};
use crate::storage::{Database, DatabaseError, Value};

/// Why a step of a restore was not taken. Nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    #[error("has data already, in its table {0}; a backup is restored only where there is none")]
    NotEmpty(String),
    /// A newer release made the backup.
    #[error("is from a newer release: its schema is {found}, and this release knows {known}")]
    Newer {
        found: u32,
        /// The newest schema that this release knows.
        known: u32,
    },
    /// The object has this backup: its restore has ended.
    #[error("is restored from this backup already")]
    Restored,
    /// There are rows to store, or an end, without a beginning.
    #[error("is not being restored; start the restore again")]
    NotBegun,
    /// Another restore has begun since. Rows of two backups would be none.
    #[error("is being restored from another backup by now; make one restore at a time")]
    OtherBackup,
    /// The rows are not those of a table in this schema.
    #[error("has invalid rows: {0}")]
    Invalid(String),
    /// Rows are missing, or there are too many.
    #[error("has {found} rows, and the backup has {expected}")]
    Rows { found: u64, expected: u64 },
    /// The object has one project, so that nothing in it can be given to another one.
    #[error(
        "cannot move a project: only analytics objects and auth/auth can. To move a ledger, restore it under the new id"
    )]
    OfOneProject,
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

/// Whether a restore has begun and not ended.
pub fn is_running<D: Database>(db: &D) -> Result<bool, DatabaseError> {
    has_table(db, RESTORING)
}

/// Checks that a backup of a schema can be restored: the object is empty, or is being restored. `backup` identifies the backup of
/// the object, as for [`end`].
///
/// # Errors
/// If it cannot, or storage fails.
pub fn check<D: Database>(
    db: &D,
    domain: &Domain<D>,
    schema: u32,
    backup: Option<String>,
) -> Result<(), RestoreError> {
    let known = version_of(&domain.migrations);
    if schema > known {
        return Err(RestoreError::Newer { found: schema, known });
    }
    if is_running(db)? {
        return Ok(());
    }
    if has_table(db, RESTORED)? {
        let sql = format!("SELECT 1 FROM {RESTORED} WHERE backup = ?");
        if !db.run(&sql, &[backup.into()])?.is_empty() {
            return Err(RestoreError::Restored);
        }
    }
    for &table in domain.empty_before {
        if has_table(db, table)? && !db.run(&format!("SELECT 1 FROM {table} LIMIT 1"), &[])?.is_empty() {
            return Err(RestoreError::NotEmpty(table.to_owned()));
        }
    }
    Ok(())
}

/// Begins a restore, or starts over: the object gets empty tables of the backup's schema, and stores which backup they are for, so that
/// steps of another one are refused until a new beginning. `backup` identifies the backup of the object, as for [`end`].
///
/// # Errors
/// If the backup cannot be restored, or storage fails.
pub fn begin<D: Database>(
    db: &D,
    domain: &Domain<D>,
    schema: u32,
    backup: Option<String>,
) -> Result<(), RestoreError> {
    check(db, domain, schema, None)?;
    db.atomically(|| {
        preserved::preserve(db)?;
        clear(db)?;
        let until = usize::try_from(schema).unwrap_or(usize::MAX);
        migrate_to(db, domain.migrations.get(..until).unwrap_or_default())?;
        save_and_drop_triggers(db)?;
        // Migrations put a row into some tables.
        definitions(db, domain)?
            .iter()
            .try_for_each(|(name, _)| db.run(&format!("DELETE FROM {name}"), &[]).map(drop))?;
        bind(db, backup)
    })?;
    Ok(())
}

/// Stores which backup the tables are of, or are for.
fn bind<D: Database>(db: &D, backup: Option<String>) -> Result<(), DatabaseError> {
    db.run(&format!("CREATE TABLE {RESTORED} AS SELECT ? AS backup"), &[backup.into()]).map(drop)
}

/// Checks that no step of another backup has begun a restore since.
///
/// # Errors
/// If one has, or storage fails.
pub(super) fn check_bound<D: Database>(db: &D, backup: Option<String>) -> Result<(), RestoreError> {
    let sql = format!("SELECT 1 FROM {RESTORED} WHERE backup <> ?");
    let is_other = has_table(db, RESTORED)? && !db.run(&sql, &[backup.into()])?.is_empty();
    if is_running(db)? && is_other { Err(RestoreError::OtherBackup) } else { Ok(()) }
}

/// Stores rows.
///
/// # Errors
/// If they do not belong to the schema, or storage fails.
pub fn insert<D: Database>(db: &D, domain: &Domain<D>, rows: TableRows) -> Result<(), RestoreError> {
    if !is_running(db)? {
        return Err(RestoreError::NotBegun);
    }
    let TableRows { table: name, columns, rows } = rows;
    let table = named(db, domain, &name)?;
    let table = table.ok_or_else(|| RestoreError::Invalid(format!("no table has the name {name}")))?;
    if table.columns != columns {
        return Err(RestoreError::Invalid(format!("the table {name} has other columns")));
    }
    let placeholders = vec!["?"; columns.len()].join(", ");
    let sql = format!("INSERT OR REPLACE INTO {name} ({}) VALUES ({placeholders})", table.columns_of(""));
    let values: Result<Vec<Vec<Value>>, RestoreError> =
        rows.into_iter().map(|row| values_of(&table, row)).collect();
    let values = values?;
    let stored = db.atomically(|| values.iter().try_for_each(|row| db.run(&sql, row).map(drop)));
    // A value of another type, or one too long, is an error of the file.
    stored.map_err(|error| RestoreError::Invalid(format!("{name}: {error}")))
}

fn values_of(table: &StoredTable, row: Vec<ColumnValue>) -> Result<Vec<Value>, RestoreError> {
    if row.len() != table.columns.len() {
        return Err(RestoreError::Invalid(format!("a row of {} has {} values", table.name, row.len())));
    }
    let values = row.into_iter().map(from_wire).collect::<Result<Vec<_>, _>>();
    values.map_err(|invalid| RestoreError::Invalid(format!("{}: {invalid}", table.name)))
}

/// Ends a restore: all rows are there, and the object has the newest schema. It may have another id than the one of the backup.
/// `backup` is a text that only this backup of the object has.
///
/// # Errors
/// If rows are missing, or storage fails. The restore continues.
pub fn end<D: Database>(
    db: &D,
    domain: &Domain<D>,
    id: &str,
    expected: u64,
    backup: Option<String>,
    now: UnixMs,
) -> Result<(), RestoreError> {
    if !is_running(db)? {
        return Err(RestoreError::NotBegun);
    }
    let mut found = 0_u64;
    for (name, _) in definitions(db, domain)? {
        let count = db.run(&format!("SELECT COUNT(*) FROM {name}"), &[])?.pop();
        let count = count.map_or(Ok(0), |mut row| row.integer())?;
        found = found.saturating_add(u64::try_from(count).unwrap_or_default());
    }
    if found != expected {
        return Err(RestoreError::Rows { found, expected });
    }
    if !preserved::are_entries_valid(db)? {
        return Err(RestoreError::Invalid(
            "the table audit has an entry that Docket did not write".to_owned(),
        ));
    }
    Ok(db.atomically(|| {
        for mut trigger in db.run(&format!("SELECT sql FROM {RESTORING}"), &[])? {
            db.run(&trigger.text()?, &[])?;
        }
        migrate_to(db, &domain.migrations)?;
        (domain.after_restore)(db, id, now)?;
        preserved::merge(db)?;
        db.run(&format!("DROP TABLE IF EXISTS {RESTORED}"), &[])?;
        bind(db, backup)?;
        db.run(&format!("DROP TABLE {RESTORING}"), &[]).map(drop)
    })?)
}

/// Cancels a restore: the object is empty again, apart from its own log.
///
/// # Errors
/// If no restore has begun, or storage fails.
pub fn cancel<D: Database>(db: &D, domain: &Domain<D>) -> Result<(), RestoreError> {
    if !is_running(db)? {
        return Err(RestoreError::NotBegun);
    }
    Ok(db.atomically(|| {
        clear(db)?;
        migrate_to(db, &domain.migrations)?;
        preserved::merge(db)
    })?)
}

/// Marks the object as being restored, and stores its triggers in the mark: they would change other rows than those of the backup.
fn save_and_drop_triggers<D: Database>(db: &D) -> Result<(), DatabaseError> {
    db.run(&format!("CREATE TABLE {RESTORING} (name TEXT NOT NULL, sql TEXT NOT NULL) STRICT"), &[])?;
    db.run(
        &format!("INSERT INTO {RESTORING} SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"),
        &[],
    )?;
    for mut trigger in db.run(&format!("SELECT name FROM {RESTORING}"), &[])? {
        db.run(&format!("DROP TRIGGER {}", trigger.text()?), &[])?;
    }
    Ok(())
}

/// Deletes all tables, except the log that is set aside.
fn clear<D: Database>(db: &D) -> Result<(), DatabaseError> {
    for (name, _) in all(db)?.into_iter().filter(|(name, _)| name != preserved::PRESERVED) {
        // The shadow tables of a virtual table go with it.
        db.run(&format!("DROP TABLE IF EXISTS {name}"), &[])?;
    }
    Ok(())
}

fn migrate_to<D: Database>(db: &D, migrations: &[Migration<D>]) -> Result<(), DatabaseError> {
    migrate(db, migrations).map_err(|error| DatabaseError(error.to_string()))
}
