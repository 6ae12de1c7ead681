//! The dictionary: the text of each path once, for all tables.

use std::fmt::Write as _;

use docket_wire::VisitorRow;

use super::{Entry, Tables};
use crate::storage::{Database, DatabaseError};

/// Numbers that come back at once: their text is far below the 2 MB of a Durable Object's values.
const NUMBERS_MAX: usize = 100_000;

impl<D: Database> Tables<D> {
    /// The numbers of the rows' paths, in their order. Those that are new get one.
    pub(super) fn numbers_of(&self, rows: &[VisitorRow]) -> Result<Vec<u32>, DatabaseError> {
        let mut json = String::from("[");
        for row in rows {
            // A text can always be written.
            json.push_str(&serde_json::to_string(&row.path).unwrap_or_default());
            json.push(',');
        }
        if json.pop() == Some('[') {
            return Ok(Vec::new());
        }
        json.push(']');
        let sql = "INSERT OR IGNORE INTO paths (path) SELECT value FROM json_each(?) ORDER BY key";
        self.db.run(sql, &[json.as_str().into()])?;
        self.numbers(
            "SELECT group_concat(id) FROM (
                SELECT paths.id FROM json_each(?) AS wanted JOIN paths ON paths.path = wanted.value ORDER BY wanted.key
             )",
            &[json.into()],
        )
    }

    /// The paths with these numbers, in their order.
    ///
    /// # Errors
    /// If storage fails, or does not have them all.
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

    /// The numbers of all paths that begin with `prefix` and have `text` in them, in the order of the paths' bytes.
    /// For the text, upper and lower case of ASCII are the same.
    pub(super) fn matching(&self, prefix: &str, text: &str) -> Result<Vec<u32>, DatabaseError> {
        let mut numbers = Vec::new();
        loop {
            let found = self.numbers(
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
                    integer(NUMBERS_MAX).into(),
                    integer(numbers.len()).into(),
                ],
            )?;
            let is_last = found.len() < NUMBERS_MAX;
            numbers.extend(found);
            if is_last {
                return Ok(numbers);
            }
        }
    }

    /// Numbers as SQLite writes them behind each other. One text crosses into JavaScript and back much faster than
    /// as many rows.
    fn numbers(&self, sql: &str, params: &[crate::storage::Value]) -> Result<Vec<u32>, DatabaseError> {
        let found = self.db.run(sql, params)?.into_iter().next();
        let text = found.map(|mut row| row.text_or_null()).transpose()?.flatten().unwrap_or_default();
        let mut numbers = Vec::new();
        for number in text.split(',').filter(|number| !number.is_empty()) {
            let number = number.parse();
            numbers.push(number.map_err(|_| DatabaseError("a path has no number".to_owned()))?);
        }
        Ok(numbers)
    }
}

fn integer(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
