//! Rows grouped by folder, without adding up unique visitors.

use docket_wire::{Folder, RowSort, RowsQuery, VisitorTotals};

use super::sort::order;
use super::{RowEntry, Tables};
use crate::storage::{Database, DatabaseError};

/// Paths whose text is read with one statement.
const BATCH: usize = 1000;

impl<D: Database> Tables<D> {
    /// The folders directly below the query's prefix, in the query's order.
    ///
    /// One visitor can read several pages, so the most read page of a folder is the best known lower bound of its
    /// visitors.
    pub fn folders(&self, entries: &[RowEntry], query: &RowsQuery) -> Result<Vec<Folder>, DatabaseError> {
        let prefix = query.prefix.as_deref().unwrap_or_default();
        // Sorted by path.
        let mut folders: Vec<Folder> = Vec::new();
        for batch in entries.chunks(BATCH) {
            for (path, entry) in self.paths(batch)?.iter().zip(batch) {
                let folder = folder_of(path, prefix);
                let place = folders.partition_point(|found| found.folder.as_str() < folder);
                if folders.get(place).is_none_or(|found| found.folder != folder) {
                    let none = VisitorTotals { human: 0, ai: 0, total: 0 };
                    folders.insert(place, Folder { folder: folder.to_owned(), pages: 0, at_least: none });
                }
                if let Some(Folder { pages, at_least, .. }) = folders.get_mut(place) {
                    *pages += 1;
                    at_least.human = at_least.human.max(entry.human);
                    at_least.ai = at_least.ai.max(entry.ai);
                    at_least.total = at_least.total.max(entry.total);
                }
            }
        }
        let mut keys = Vec::new();
        for (folder, place) in folders.iter().zip(0..) {
            keys.push(match query.sort.unwrap_or(RowSort::Total) {
                RowSort::Path => place,
                RowSort::Human => folder.at_least.human,
                RowSort::Ai => folder.at_least.ai,
                RowSort::Total | RowSort::Share | RowSort::Before | RowSort::Change => folder.at_least.total,
            });
        }
        let mut sorted = Vec::new();
        for place in order(keys, query.is_descending()) {
            sorted.extend(folders.get(place).cloned());
        }
        Ok(sorted)
    }
}

/// The folder directly below `prefix` that contains a path, up to and including the next slash. A page without a deeper
/// folder belongs to the folder of the prefix.
fn folder_of<'a>(path: &'a str, prefix: &str) -> &'a str {
    let start = if prefix.is_empty() && path.starts_with('/') { 1 } else { prefix.len() };
    let next = path.get(start..).and_then(|rest| rest.find('/'));
    path.get(..next.map_or(start, |at| start + at + 1)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_ends_at_the_next_slash() {
        for (path, prefix, folder) in [
            ("/guides/webhooks", "", "/guides/"),
            ("/guides/webhooks", "/", "/guides/"),
            ("/guides/webhooks", "/guides/", "/guides/"),
            ("/guides/webhooks/retries", "/guides/", "/guides/webhooks/"),
            ("/guides/webhooks", "/gui", "/guides/"),
            ("/quickstart", "", "/"),
            ("/", "", "/"),
            ("/", "/", "/"),
            ("=cmd|x", "", ""),
            ("docs/x", "", "docs/"),
            ("//double/x", "", "//"),
            ("/日本語/はじめに", "", "/日本語/"),
            ("", "", ""),
        ] {
            assert_eq!(folder_of(path, prefix), folder, "{path} below {prefix}");
        }
    }
}
