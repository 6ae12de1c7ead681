//! The dictionary of paths: it stores the text of each path once, for all tables.

use std::fmt::Write as _;

use docket_wire::VisitorRow;

use super::{Entry, Tables};
use crate::storage::{Database, DatabaseError};

/// Ids that one statement returns: their text is far below a Durable Object's limit of 2 MB per value.
const IDS_MAX: usize = 100_000;

impl<D: Database> Tables<D> {
    /// The ids of the rows' paths, in the rows' order. New paths are added.
    pub(super) fn ids_of(&self, rows: &[VisitorRow]) -> Result<Vec<u32>, DatabaseError> {
        let mut json = String::from("[");
        for row in rows {
            // Serializing a text cannot fail.
            json.push_str(&serde_json::to_string(&row.path).unwrap_or_default());
            json.push(',');
        }
        if json.pop() == Some('[') {
            return Ok(Vec::new());
        }
        json.push(']');
        let sql = "INSERT OR IGNORE INTO paths (path) SELECT value FROM json_each(?) ORDER BY key";
        self.db.run(sql, &[json.as_str().into()])?;
        self.ids(
            "SELECT group_concat(id) FROM (
                SELECT paths.id FROM json_each(?) AS wanted JOIN paths ON paths.path = wanted.value ORDER BY wanted.key
             )",
            &[json.into()],
        )
    }

    /// The paths of these entries, in their order.
    ///
    /// # Errors
    /// If a path is missing, or storage fails.
    pub fn paths(&self, entries: &[Entry]) -> Result<Vec<String>, DatabaseError> {
        let mut json = String::with_capacity(entries.len() * 7 + 2);
        for Entry { path, .. } in entries {
            json.push(if json.is_empty() { '[' } else { ',' });
            // Writing to a string cannot fail.
            let _ = write!(json, "{path}");
        }
        if json.is_empty() {
            return Ok(Vec::new());
        }
        json.push(']');
        let sql = "SELECT paths.path FROM json_each(?) AS wanted JOIN paths ON paths.id = wanted.value ORDER BY wanted.key";
        let mut paths = Vec::new();
        for mut row in self.db.run(sql, &[json.into()])? {
            paths.push(row.text()?);
        }
        if paths.len() == entries.len() {
            Ok(paths)
        } else {
            Err(DatabaseError("the dictionary lacks a path".to_owned()))
        }
    }

    /// The ids of all paths that begin with `prefix` and contain `text`, in the order of the paths' bytes. `text`
    /// ignores ASCII case.
    pub(super) fn matching(&self, prefix: &str, text: &str) -> Result<Vec<u32>, DatabaseError> {
        let mut ids = Vec::new();
        loop {
            let batch = self.ids(
                "SELECT group_concat(id) FROM (
                    SELECT id FROM paths
                    WHERE (?1 = 0 OR substr(CAST(path AS BLOB), 1, ?1) = CAST(?2 AS BLOB))
                        AND (?3 = '' OR instr(lower(path), lower(?3)) > 0)
                    ORDER BY path LIMIT ?4 OFFSET ?5
                 )",
                &[
                    integer(prefix.len()).into(),
                    prefix.into(),
                    text.into(),
                    integer(IDS_MAX).into(),
                    integer(ids.len()).into(),
                ],
            )?;
            let is_last = batch.len() < IDS_MAX;
            ids.extend(batch);
            if is_last {
                return Ok(ids);
            }
        }
    }

    /// Runs a statement that returns ids as one comma-separated text: it crosses the boundary to JavaScript much faster
    /// than one row per id.
    fn ids(&self, sql: &str, params: &[crate::storage::Value]) -> Result<Vec<u32>, DatabaseError> {
        let row = self.db.run(sql, params)?.into_iter().next();
        let text = row.map(|mut row| row.text_or_null()).transpose()?.flatten().unwrap_or_default();
        let mut ids = Vec::new();
        for id in text.split(',').filter(|id| !id.is_empty()) {
            let id = id.parse();
            ids.push(id.map_err(|_| DatabaseError("a path has an invalid id".to_owned()))?);
        }
        Ok(ids)
    }
}

fn integer(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
