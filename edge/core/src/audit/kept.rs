//! The log of an object during a restore, which replaces all other tables: what was recorded before stays recorded.

use crate::storage::{Database, DatabaseError};

/// The table that has the entries meanwhile. No backup has it.
pub(crate) const KEPT: &str = "kept_audit";

/// Sets the entries aside, if the object has a log. A restore that starts over has done so.
pub(crate) fn set_aside<D: Database>(db: &D) -> Result<(), DatabaseError> {
    if exists(db, "audit")? && !exists(db, KEPT)? {
        db.run(&format!("CREATE TABLE {KEPT} AS SELECT * FROM audit"), &[])?;
    }
    Ok(())
}

/// Puts the entries back, beside those of the backup. They are later, so that their refusals follow the others without a gap.
pub(crate) fn put_back<D: Database>(db: &D) -> Result<(), DatabaseError> {
    if !exists(db, KEPT)? {
        return Ok(());
    }
    let sql = format!(
        "INSERT OR IGNORE INTO audit (id, author, action, project, refusal, entry)
         SELECT id, author, action, project,
            refusal + 1 - (SELECT MIN(refusal) FROM {KEPT}) + (SELECT COALESCE(MAX(refusal), 0) FROM audit), entry
         FROM {KEPT}"
    );
    db.run(&sql, &[])?;
    db.run(&format!("DROP TABLE {KEPT}"), &[]).map(drop)
}

fn exists<D: Database>(db: &D, table: &str) -> Result<bool, DatabaseError> {
    let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
    Ok(!db.run(sql, &[table.into()])?.is_empty())
}
