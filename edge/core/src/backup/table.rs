//! The tables of a database, from SQLite's own list.

use super::domain::Domain;
use crate::audit::preserved::PRESERVED;
use crate::ordered;
use crate::storage::{Database, DatabaseError};

/// Tables and triggers of the snapshot begin with this.
pub(super) const PREFIX: &str = "backup_";
/// The table that says that a restore has begun and not ended.
pub(super) const RESTORING: &str = "restoring_backup";
/// The table with the backup that a restore has ended with or, while it is being made, has begun with.
pub(super) const RESTORED: &str = "restored_backup";

const ROW_ID: &str = "rowid";

/// A table whose rows a backup has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredTable {
    pub(super) name: String,
    /// The names of its columns. The first one is `rowid`, unless another column has the number of the row, or rows have none.
    pub(super) columns: Vec<String>,
    /// The columns that SQLite stores the rows by, in their order.
    pub(super) key: Vec<String>,
    /// The columns of the primary key, if they are others.
    pub(super) unique: Vec<String>,
    /// Whether it has rows that can be as long as a row may be.
    pub(super) has_long_rows: bool,
}

/// The tables that a backup has, by name.
pub(super) fn backed_up<D: Database>(db: &D, domain: &Domain<D>) -> Result<Vec<StoredTable>, DatabaseError> {
    definitions(db, domain)?.into_iter().map(|table| describe(db, domain, table)).collect()
}

/// The table of this name, if a backup has it.
pub(super) fn named<D: Database>(
    db: &D,
    domain: &Domain<D>,
    name: &str,
) -> Result<Option<StoredTable>, DatabaseError> {
    let table = definitions(db, domain)?.into_iter().find(|(known, _)| known == name);
    table.map(|table| describe(db, domain, table)).transpose()
}

/// The names and definitions of the tables that a backup has.
pub(super) fn definitions<D: Database>(
    db: &D,
    domain: &Domain<D>,
) -> Result<Vec<(String, String)>, DatabaseError> {
    let is_left_out = |name: &str| domain.left_out.iter().any(|left_out| name.starts_with(left_out));
    let is_of_backups =
        |name: &str| [RESTORING, RESTORED, PRESERVED].contains(&name) || name.starts_with(PREFIX);
    let is_backed_up = |name: &str| name != "schema" && !is_of_backups(name) && !is_left_out(name);
    Ok(all(db)?.into_iter().filter(|(name, _)| is_backed_up(name)).collect())
}

/// The names of all tables with their definitions, except those of SQLite and of the platform. A virtual table comes before its
/// shadow tables.
pub(super) fn all<D: Database>(db: &D) -> Result<Vec<(String, String)>, DatabaseError> {
    let mut tables = Vec::new();
    for mut row in db.run("SELECT name, sql FROM sqlite_master WHERE type = 'table'", &[])? {
        insert_sorted(&mut tables, (row.text()?, row.text()?));
    }
    // The platform has _cf_METADATA, and its emulator __miniflare_do_name.
    let is_own = |name: &str| !name.starts_with("sqlite_") && !name.starts_with('_');
    Ok(tables.into_iter().filter(|(name, _)| is_own(name)).collect())
}

/// Inserts into a sorted list. Cloudflare bills each row once more for an order in the statement.
fn insert_sorted<T: Ord>(list: &mut Vec<T>, value: T) {
    ordered::insert(list, value, T::lt);
}

/// What a backup has to know of a table with this name and definition.
pub(super) fn describe<D: Database>(
    db: &D,
    domain: &Domain<D>,
    (name, sql): (String, String),
) -> Result<StoredTable, DatabaseError> {
    let mut info = Vec::new();
    for mut row in db.run(&format!("SELECT cid, pk, name, type FROM pragma_table_info('{name}')"), &[])? {
        insert_sorted(&mut info, (row.integer()?, row.integer()?, row.text()?, row.text()?));
    }
    let mut columns = Vec::new();
    let mut has_long_rows = domain.long_rows.contains(&name.as_str());
    let mut primary = Vec::new();
    for (_, place, column, of_type) in info {
        has_long_rows |= of_type == "BLOB";
        if place > 0 {
            insert_sorted(&mut primary, (place, column.clone(), of_type));
        }
        columns.push(column);
    }
    let is_number = matches!(&primary[..], [(_, _, of_type)] if of_type == "INTEGER");
    let primary: Vec<String> = primary.into_iter().map(|(_, column, _)| column).collect();
    if is_number || sql.contains("WITHOUT ROWID") {
        return Ok(StoredTable { name, columns, key: primary, unique: Vec::new(), has_long_rows });
    }
    // Some statements read rows in the order of insertion, so the row numbers have to be the same.
    columns.insert(0, ROW_ID.to_owned());
    Ok(StoredTable { name, columns, key: vec![ROW_ID.to_owned()], unique: primary, has_long_rows })
}

impl StoredTable {
    /// Its columns in a statement, each after `prefix`.
    pub(super) fn columns_of(&self, prefix: &str) -> String {
        list(&self.columns, prefix)
    }

    /// The columns of its key in a statement, each after `prefix`.
    pub(super) fn key_of(&self, prefix: &str) -> String {
        list(&self.key, prefix)
    }

    /// The condition that a row `t` of the table has the identity of the new row of a trigger.
    pub(super) fn is_new(&self) -> String {
        let same = |columns: &[String]| same(columns, "t.", "NEW.");
        match &self.unique[..] {
            [] => same(&self.key),
            unique => format!("({}) OR ({})", same(&self.key), same(unique)),
        }
    }

    /// The name of the table with its rows of before the snapshot.
    pub(super) fn before(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }
}

fn list(names: &[String], prefix: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{prefix}{name}")).collect();
    names.join(", ")
}

/// The condition that columns have the same values in two rows, each after its prefix.
pub(super) fn same(columns: &[String], one: &str, other: &str) -> String {
    let same: Vec<String> = columns.iter().map(|column| format!("{one}{column} = {other}{column}")).collect();
    same.join(" AND ")
}
