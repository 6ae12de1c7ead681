//! Writing tables.

use docket_wire::{UnixMs, VisitorTotals, VisitorsResponse};

use super::seen_paths::SeenPaths;
use super::{RowEntry, Table, TableKey, Tables, codec, place};
use crate::analytics::freshness::is_settled;
use crate::storage::{Database, DatabaseError};

/// Why a page was not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("the table has expired")]
    TableExpired,
}

impl<D: Database> Tables<D> {
    /// Creates an empty table, and drops those that it replaces.
    pub fn begin(&self, key: &TableKey, now: UnixMs) -> Result<Table, DatabaseError> {
        let newest = self.drop_replaced(key)?;
        let table = Table {
            // Ids are times, so that an id is never reused after its table was dropped.
            id: now.0.max(newest.saturating_add(1)),
            is_settled: is_settled(key.interval.to.instant(), now),
            last_page: None,
            pages: 0,
            rows: 0,
            duplicates_dropped: 0,
            totals: VisitorTotals { human: 0, ai: 0, total: 0 },
            totals_changed: false,
            fetched_from: now,
            fetched_to: now,
        };
        self.db.run(
            "INSERT INTO tables (id, table_key, to_at, bytes, used_at, state) VALUES (?, ?, ?, 0, ?, ?)",
            &[
                table.id.into(),
                key.name.as_str().into(),
                key.interval.to.instant().0.into(),
                now.0.into(),
                table.state(),
            ],
        )?;
        Ok(table)
    }

    /// Stores a page that was fetched at `fetched_at`. A page that is already stored stays unchanged.
    ///
    /// # Errors
    /// [`NotStored`] says why it was not stored.
    pub fn put_page(
        &self,
        id: i64,
        key: &TableKey,
        page: u32,
        answer: &VisitorsResponse,
        fetched_at: UnixMs,
    ) -> Result<Table, NotStored> {
        let stored = self.db.atomically(|| {
            let Some(mut table) = self.by_id(id, key)? else { return Ok(None) };
            if !self.has_page(id, page)? {
                table.is_settled &= is_settled(key.interval.to.instant(), fetched_at);
                self.insert_page(&mut table, page, answer, fetched_at)?;
            }
            Ok(Some(table))
        });
        match stored {
            Ok(stored) => stored.ok_or(NotStored::TableExpired),
            Err(error) => {
                // The page was not stored, so its paths must count as new the next time.
                self.seen.take();
                Err(error.into())
            }
        }
    }

    fn insert_page(
        &self,
        table: &mut Table,
        page: u32,
        answer: &VisitorsResponse,
        fetched_at: UnixMs,
    ) -> Result<(), DatabaseError> {
        let mut seen = self.seen_in(table)?;
        let mut entries = Vec::new();
        let ids = self.ids_of(&answer.visitors)?;
        if ids.len() != answer.visitors.len() {
            // Otherwise rows would be stored with the paths of others.
            return Err(DatabaseError("the dictionary did not store a path".to_owned()));
        }
        for (path, row) in ids.into_iter().zip(&answer.visitors) {
            if seen.insert(path) {
                entries.push(RowEntry { path, human: row.human, ai: row.ai, total: row.total });
            } else {
                table.duplicates_dropped += 1;
            }
        }
        self.seen.replace(Some(seen));
        // A page without new rows ends the table, so that a service that repeats a page cannot make it endless.
        if !answer.has_more || entries.is_empty() {
            table.last_page = Some(table.last_page.map_or(page, |last| last.min(page)));
        }
        if table.pages == 0 {
            (table.fetched_from, table.fetched_to) = (fetched_at, fetched_at);
        } else {
            table.totals_changed |= table.totals != answer.totals;
        }
        table.totals = answer.totals;
        table.fetched_from = table.fetched_from.min(fetched_at);
        table.fetched_to = table.fetched_to.max(fetched_at);
        table.rows = table.rows.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        let bytes = codec::encode(&entries);
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        self.db.run(
            "INSERT INTO table_pages (place, entries) VALUES (?, ?)",
            &[place(table.id, page).into(), bytes.into()],
        )?;
        table.pages = match table.last_page {
            Some(last) => self.pages_up_to(table.id, last)?,
            None => table.pages.saturating_add(1),
        };
        self.db.run(
            "UPDATE tables SET bytes = bytes + ?, state = ? WHERE id = ?",
            &[size.into(), table.state(), table.id.into()],
        )?;
        self.evict_after_page(table.id, page)
    }

    /// The number of stored pages up to the last one. Pages after it may be stored, from before the last one was known.
    fn pages_up_to(&self, table: i64, last: u32) -> Result<u32, DatabaseError> {
        let sql = "SELECT count(*) FROM table_pages WHERE place >= ? AND place <= ?";
        let rows = self.db.run(sql, &[place(table, 0).into(), place(table, last).into()])?;
        let count = rows.into_iter().next().map(|mut row| row.integer()).transpose()?;
        Ok(count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0))
    }

    fn seen_in(&self, table: &Table) -> Result<SeenPaths, DatabaseError> {
        if let Some(seen) = self.seen.take().filter(|seen| seen.table() == table.id) {
            return Ok(seen);
        }
        let mut seen = SeenPaths::new(table.id);
        for entry in self.entries(table.id)? {
            seen.insert(entry.path);
        }
        Ok(seen)
    }
}
