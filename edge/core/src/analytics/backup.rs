use docket_wire::ProjectId;

use super::schema;
use crate::backup::Domain;
use crate::storage::{Database, DatabaseError};

/// The data in a backup, with the requests of the past hour, which the service still counts.
#[must_use]
pub fn backup_domain<D: Database>() -> Domain<D> {
    Domain {
        migrations: schema::migrations().into(),
        left_out: &[],
        long_rows: &["cache_entries"],
        empty_before: &["cache_entries", "totals", "tables", "day_rows"],
        after_restore: |_, _, _| Ok(()),
        move_project: Some(move_project),
    }
}

/// Gives the visitors and backfills of a project to another one. Where both have some of the same days, those of the other stay.
fn move_project<D: Database>(db: &D, from: &ProjectId, to: &ProjectId) -> Result<bool, DatabaseError> {
    let params = [from.as_str().into(), to.as_str().into()];
    let mut has_changed = false;
    for sql in STATEMENTS {
        has_changed |= !db.run(&format!("{sql} RETURNING 1"), &params)?.is_empty();
    }
    // A statement finds the rows of a project that moves to itself, and leaves them as they are.
    Ok(has_changed && from != to)
}

/// Each statement names both projects, because it has as many parameters as it gets. The keys of tables and of answers begin with the
/// project, after which a character of its own follows.
const STATEMENTS: &[&str] = &[
    // A project that is new here needs no change of its rows.
    "UPDATE OR IGNORE projects SET name = ?2 WHERE name = ?1",
    "UPDATE OR IGNORE totals SET project = (SELECT id FROM projects WHERE name = ?2)
     WHERE project = (SELECT id FROM projects WHERE name = ?1)",
    "UPDATE OR IGNORE day_rows SET project = (SELECT id FROM projects WHERE name = ?2)
     WHERE project = (SELECT id FROM projects WHERE name = ?1)",
    "DELETE FROM totals WHERE project = (SELECT id FROM projects WHERE name = ?1 AND name <> ?2)",
    "DELETE FROM day_rows WHERE project = (SELECT id FROM projects WHERE name = ?1 AND name <> ?2)",
    "DELETE FROM projects WHERE name = ?1 AND name <> ?2",
    // One that is not moved goes when there is no room for it.
    "UPDATE tables SET table_key = ?2 || substr(table_key, length(?1) + 1)
     WHERE table_key >= ?1 || ' ' AND table_key < ?1 || '!' AND NOT EXISTS (
         SELECT 1 FROM tables AS own WHERE own.table_key = ?2 || substr(tables.table_key, length(?1) + 1))",
    "UPDATE OR IGNORE cache_entries SET request = ?2 || substr(request, length(?1) + 1)
     WHERE request >= ?1 || '?' AND request < ?1 || '@'",
    "UPDATE OR IGNORE backfills SET project = ?2 WHERE project = ?1",
    "DELETE FROM backfill_requests WHERE backfill IN (SELECT id FROM backfills WHERE project = ?1 AND project <> ?2)",
    "DELETE FROM backfills WHERE project = ?1 AND project <> ?2",
    "UPDATE OR IGNORE failed_backfills SET project = ?2 WHERE project = ?1",
];
