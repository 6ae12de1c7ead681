//! Preserves the log of an object during a restore. The restore replaces all other tables, and earlier entries must stay.

use crate::storage::schema::has_table;
use crate::storage::{Database, DatabaseError};

/// The table that has the entries meanwhile. No backup has it.
pub(crate) const PRESERVED: &str = "preserved_audit";

/// Preserves the entries, if the object has a log. A restore that starts over has done so.
pub(crate) fn preserve<D: Database>(db: &D) -> Result<(), DatabaseError> {
    if has_table(db, "audit")? && !has_table(db, PRESERVED)? {
        db.run(&format!("CREATE TABLE {PRESERVED} AS SELECT * FROM audit"), &[])?;
    }
    Ok(())
}

/// Whether every entry of a backup is a line of JSON with the id of its row, since reads pass it on as it is.
pub(crate) fn are_entries_valid<D: Database>(db: &D) -> Result<bool, DatabaseError> {
    let sql = r#"SELECT 1 FROM audit WHERE NOT json_valid(entry) OR entry NOT LIKE '{"id":' || id || ',%'
                 OR instr(entry, char(10)) LIMIT 1"#;
    Ok(!has_table(db, "audit")? || db.run(sql, &[])?.is_empty())
}

/// Adds the preserved entries to those of the backup, and puts them in the place of those with the same id: nobody can change what was
/// recorded here by a backup that says something else. Their refusals are numbered after the others, without a gap: most of them are later.
pub(crate) fn merge<D: Database>(db: &D) -> Result<(), DatabaseError> {
    if !has_table(db, PRESERVED)? {
        return Ok(());
    }
    db.run(&format!("DELETE FROM audit WHERE id IN (SELECT id FROM {PRESERVED})"), &[])?;
    let sql = format!(
        "INSERT INTO audit (id, author, action, project, refusal, entry)
         SELECT id, author, action, project,
            refusal + 1 - (SELECT MIN(refusal) FROM {PRESERVED}) + (SELECT COALESCE(MAX(refusal), 0) FROM audit), entry
         FROM {PRESERVED}"
    );
    db.run(&sql, &[])?;
    db.run(&format!("DROP TABLE {PRESERVED}"), &[]).map(drop)
}
