//! The dictionary of paths: it stores the text of each path once, for all tables.

mod long_path;

use std::fmt::Write as _;

use docket_wire::VisitorRow;

use super::{RowEntry, Tables};
use crate::storage::{Database, DatabaseError, Row, Value};

pub use long_path::PATH_BYTES_MAX;
pub(super) use long_path::stored_path;

/// Ids that one statement returns: their text is far below a Durable Object's limit of 2 MB per value.
const IDS_MAX: usize = 100_000;
/// Entries whose paths are read one by one, at most: their ids are one value.
const ENTRIES_MAX: usize = 50_000;
/// What reading a path by its id costs, compared with reading it in the order of paths.
const READ_ONE_COSTS: i64 = 4;
/// A statement gets the paths of a page as JSON, in parts of about this size: a Durable Object limits a value to 2 MB.
const JSON_BYTES: usize = 1_000_000;

impl<D: Database> Tables<D> {
    /// The ids of the rows' paths, in the rows' order. New paths are added.
    pub(super) fn ids_of(&self, rows: &[VisitorRow]) -> Result<Vec<u32>, DatabaseError> {
        let (mut ids, mut json) = (Vec::new(), String::new());
        for row in rows {
            json.push(if json.is_empty() { '[' } else { ',' });
            // Serializing a text cannot fail.
            json.push_str(&serde_json::to_string(&stored_path(&row.path)).unwrap_or_default());
            if json.len() >= JSON_BYTES {
                ids.extend(self.add_paths(std::mem::take(&mut json))?);
            }
        }
        ids.extend(self.add_paths(json)?);
        Ok(ids)
    }

    /// The ids of the paths in a JSON array that lacks its last bracket.
    fn add_paths(&self, mut json: String) -> Result<Vec<u32>, DatabaseError> {
        if json.is_empty() {
            return Ok(Vec::new());
        }
        json.push(']');
        let sql = "INSERT OR IGNORE INTO paths (path) SELECT value FROM json_each(?) ORDER BY key";
        self.db.run(sql, &[json.as_str().into()])?;
        let sql = "SELECT group_concat(id) FROM (
                SELECT paths.id FROM json_each(?) AS wanted JOIN paths ON paths.path = wanted.value ORDER BY wanted.key
             )";
        let row = self.db.run(sql, &[json.into()])?.into_iter().next();
        row.map_or(Ok(Vec::new()), |mut row| read_ids(&mut row))
    }

    /// The paths of these entries, in their order.
    ///
    /// # Errors
    /// If a path is missing, or storage fails.
    pub fn paths(&self, entries: &[RowEntry]) -> Result<Vec<String>, DatabaseError> {
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let json = ids_json(entries);
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

    /// The ids of paths that begin with `prefix` and contain `text`, in the order of the paths' bytes: of those of the entries, and
    /// possibly of others. `text` ignores ASCII case.
    pub(super) fn matching(
        &self,
        entries: &[RowEntry],
        prefix: &str,
        text: &str,
    ) -> Result<Vec<u32>, DatabaseError> {
        let end = after_prefix(prefix);
        // With `?2 IS NULL OR path < ?2`, SQLite would not end at the index entry.
        let is_before_end = if end.is_some() { "paths.path < ?2" } else { "?2 IS NULL" };
        let end = end.map_or(Value::Null, Value::Text);
        let matches = format!("{is_before_end} AND (?3 = '' OR instr(lower(paths.path), lower(?3)) > 0)");
        if self.is_small(entries)? {
            let sql = format!(
                "SELECT group_concat(id) FROM (
                    SELECT paths.id FROM json_each(?4) AS wanted CROSS JOIN paths ON paths.id = wanted.value
                    WHERE paths.path >= ?1 AND {matches} ORDER BY paths.path
                 )"
            );
            let params = [prefix.into(), end, text.into(), ids_json(entries).into()];
            let row = self.db.run(&sql, &params)?.into_iter().next();
            return row.map_or(Ok(Vec::new()), |mut row| read_ids(&mut row));
        }
        let (mut ids, mut from) = (Vec::new(), prefix.to_owned());
        // Each batch begins after the last path of the one before. No path with the prefix sorts before it.
        let mut operator = ">=";
        loop {
            let sql = format!(
                "SELECT group_concat(id), count(*), max(path) FROM (
                    SELECT id, path FROM paths WHERE path {operator} ?1 AND {matches} ORDER BY path LIMIT ?4
                 )"
            );
            let params = [from.as_str().into(), end.clone(), text.into(), integer(IDS_MAX).into()];
            let Some(mut row) = self.db.run(&sql, &params)?.into_iter().next() else { return Ok(ids) };
            ids.extend(read_ids(&mut row)?);
            let count = row.integer()?;
            match row.text_or_null()? {
                Some(last) if count >= integer(IDS_MAX) => from = last,
                _ => return Ok(ids),
            }
            operator = ">";
        }
    }

    /// Whether reading the paths of these entries one by one reads less than all paths of the dictionary.
    fn is_small(&self, entries: &[RowEntry]) -> Result<bool, DatabaseError> {
        if entries.is_empty() || entries.len() > ENTRIES_MAX {
            return Ok(false);
        }
        // Ids are given from 1 on, without gaps.
        let last = self.db.run("SELECT max(id) FROM paths", &[])?.pop();
        let paths = last.map_or(Ok(None), |mut row| row.integer_or_null())?.unwrap_or_default();
        Ok(integer(entries.len()).saturating_mul(READ_ONE_COSTS) < paths)
    }
}

/// The ids of the entries' paths, as JSON.
fn ids_json(entries: &[RowEntry]) -> String {
    let mut json = String::with_capacity(entries.len() * 7 + 2);
    for RowEntry { path, .. } in entries {
        json.push(if json.is_empty() { '[' } else { ',' });
        // Writing to a string cannot fail.
        let _ = write!(json, "{path}");
    }
    json.push(']');
    json
}

/// Reads ids that a statement returns as one comma-separated text: it crosses the boundary to JavaScript much faster
/// than one row per id.
fn read_ids(row: &mut Row) -> Result<Vec<u32>, DatabaseError> {
    let text = row.text_or_null()?.unwrap_or_default();
    let mut ids = Vec::new();
    for id in text.split(',').filter(|id| !id.is_empty()) {
        let id = id.parse();
        ids.push(id.map_err(|_| DatabaseError("a path has an invalid id".to_owned()))?);
    }
    Ok(ids)
}

/// The first text that sorts after all texts with the prefix; `None` if there is no such text.
fn after_prefix(prefix: &str) -> Option<String> {
    let last = prefix.chars().next_back()?;
    let start = prefix.get(..prefix.len() - last.len_utf8()).unwrap_or_default();
    // Characters sort like their UTF-8 bytes, and the range skips the surrogates.
    match (last..=char::MAX).nth(1) {
        Some(next) => Some(format!("{start}{next}")),
        None => after_prefix(start),
    }
}

fn integer(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_text_with_the_prefix_sorts_before_the_end(prefix in "[a\u{d7ff}\u{10ffff}]{0,3}", other in "\\PC{0,4}") {
            let is_before = |text: &str| after_prefix(&prefix).is_none_or(|end| *text < *end);
            let with_prefix = format!("{prefix}{other}");
            prop_assert!(is_before(&with_prefix));
            prop_assert_eq!(*other >= *prefix && is_before(&other), other.starts_with(&*prefix));
        }
    }
}
