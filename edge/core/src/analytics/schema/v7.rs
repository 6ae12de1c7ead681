use docket_wire::DateOrTime;

use crate::analytics::cache::to_of_key;
use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError};

/// Figures are deleted by the end of their days.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, STATEMENTS)?;
    for mut row in db.run("SELECT id, table_key FROM tables", &[])? {
        let (id, key) = (row.integer()?, row.text()?);
        let to = key.rsplit(' ').next().and_then(|to| to.parse::<DateOrTime>().ok());
        // A table whose end cannot be read counts as one of its day.
        let to_at = to.map_or(id, |to| to.instant().0);
        db.run("UPDATE tables SET to_at = ? WHERE id = ?", &[to_at.into(), id.into()])?;
    }
    for mut row in db.run("SELECT request, fetched_at FROM cache_entries", &[])? {
        let (key, fetched_at) = (row.text()?, row.integer()?);
        let to_at = to_of_key(&key).map_or(fetched_at, |to| to.0);
        db.run("UPDATE cache_entries SET to_at = ? WHERE request = ?", &[to_at.into(), key.into()])?;
    }
    Ok(())
}

const STATEMENTS: &[&str] = &[
    "ALTER TABLE tables ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX tables_ended ON tables (to_at)",
    "ALTER TABLE cache_entries ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX cache_entries_ended ON cache_entries (to_at)",
    "CREATE INDEX totals_ended ON totals (project, to_at)",
    "CREATE INDEX day_rows_ended ON day_rows (project, to_at)",
];
