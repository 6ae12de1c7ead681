//! Storing what the service answered.

use docket_wire::{UnixMs, VisitorTotals, VisitorsPage};

use super::{BYTES_MAX, Entry, PAGES_MAX, PATHS_MAX, Table, TableKey, Tables, codec, place};
use crate::analytics::freshness::is_settled;
use crate::storage::{Database, DatabaseError};

/// Bytes of all paths on a page, at most: a kilobyte each. As JSON they have to fit into a value of SQLite's.
const PATHS_BYTES_MAX: usize = 256 * 1024;

/// Why a page was not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    /// Storage failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The table was dropped in the meantime.
    #[error("the table has expired")]
    TableExpired,
    /// Paths are longer than any address.
    #[error("the paths of a page are longer than 256 KiB")]
    TooLong,
}

/// The paths of one table, a bit for each number of the dictionary.
#[derive(Debug)]
pub(super) struct Seen {
    table: i64,
    bits: Vec<u64>,
}

impl Seen {
    /// Adds a path; whether it is new.
    fn add(&mut self, path: u32) -> bool {
        let (word, bit) = (usize::try_from(path / 64).unwrap_or(usize::MAX), 1_u64 << (path % 64));
        if self.bits.len() <= word {
            self.bits.resize(word.saturating_add(1), 0);
        }
        match self.bits.get_mut(word) {
            Some(bits) if *bits & bit == 0 => {
                *bits |= bit;
                true
            }
            _ => false,
        }
    }
}

impl<D: Database> Tables<D> {
    /// Begins a table.
    ///
    /// # Errors
    /// If storage fails.
    pub fn begin(&self, subject: &TableKey, now: UnixMs) -> Result<Table, DatabaseError> {
        let newest = self.drop_replaced(subject)?;
        let table = Table {
            // A moment, so that no number comes twice, whatever was dropped.
            id: now.0.max(newest.saturating_add(1)),
            settled: is_settled(subject.interval.to.instant(), now),
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
            "INSERT INTO tables (id, table_key, bytes, used_at, state) VALUES (?, ?, 0, ?, ?)",
            &[table.id.into(), subject.name.as_str().into(), now.0.into(), table.state()],
        )?;
        Ok(table)
    }

    /// Stores a page that was fetched at `fetched_at`. One that is loaded already stays as it is.
    ///
    /// # Errors
    /// [`NotStored`] says why it was not stored.
    pub fn put_page(
        &self,
        id: i64,
        subject: &TableKey,
        page: u32,
        answer: &VisitorsPage,
        fetched_at: UnixMs,
    ) -> Result<Table, NotStored> {
        if answer.visitors.iter().map(|row| row.path.len()).sum::<usize>() > PATHS_BYTES_MAX {
            return Err(NotStored::TooLong);
        }
        let stored = self.db.atomically(|| {
            let Some(mut table) = self.by_id(id, subject)? else { return Ok(None) };
            if !self.has_page(id, page)? {
                table.settled &= is_settled(subject.interval.to.instant(), fetched_at);
                self.add(&mut table, page, answer, fetched_at)?;
            }
            Ok(Some(table))
        });
        match stored {
            Ok(stored) => stored.ok_or(NotStored::TableExpired),
            Err(error) => {
                // Nothing of the page was stored, so its paths must be new the next time.
                self.seen.take();
                Err(error.into())
            }
        }
    }

    fn add(
        &self,
        table: &mut Table,
        page: u32,
        answer: &VisitorsPage,
        fetched_at: UnixMs,
    ) -> Result<(), DatabaseError> {
        let mut seen = self.seen_in(table)?;
        let mut entries = Vec::new();
        let numbers = self.numbers_of(&answer.visitors)?;
        if numbers.len() != answer.visitors.len() {
            // Or counts would go to other paths than their own.
            return Err(DatabaseError("the dictionary did not take a path".to_owned()));
        }
        for (path, row) in numbers.into_iter().zip(&answer.visitors) {
            if seen.add(path) {
                entries.push(Entry { path, human: row.human, ai: row.ai, total: row.total });
            } else {
                table.duplicates_dropped += 1;
            }
        }
        self.seen.replace(Some(seen));
        // A page that brings nothing new ends the table: there would be no other end to one that is given again and again.
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
        table.pages = self.pages_up_to(table)?;
        self.db.run(
            "UPDATE tables SET bytes = bytes + ?, state = ? WHERE id = ?",
            &[size.into(), table.state(), table.id.into()],
        )?;
        self.trim(table.id)
    }

    /// Loaded pages, up to the last. One behind it may have been asked for before it was known to be the last.
    fn pages_up_to(&self, table: &Table) -> Result<u32, DatabaseError> {
        let last = table.last_page.unwrap_or(PAGES_MAX);
        let sql = "SELECT count(*) FROM table_pages WHERE place >= ? AND place <= ?";
        let rows = self.db.run(sql, &[place(table.id, 0).into(), place(table.id, last).into()])?;
        let count = rows.into_iter().next().map(|mut row| row.integer()).transpose()?;
        Ok(count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0))
    }

    fn seen_in(&self, table: &Table) -> Result<Seen, DatabaseError> {
        if let Some(seen) = self.seen.take().filter(|seen| seen.table == table.id) {
            return Ok(seen);
        }
        let mut seen = Seen { table: table.id, bits: Vec::new() };
        for entry in self.entries(table.id)? {
            seen.add(entry.path);
        }
        Ok(seen)
    }

    /// Drops the tables that a new one takes the place of: all but the newest that is whole, which is shown meanwhile.
    /// Brings the newest number of all.
    fn drop_replaced(&self, subject: &TableKey) -> Result<i64, DatabaseError> {
        let number = |sql: &str| -> Result<i64, DatabaseError> {
            let mut rows = self.db.run(sql, &[])?;
            Ok(rows.pop().map(|mut row| row.integer_or_null()).transpose()?.flatten().unwrap_or(0))
        };
        let newest = number("SELECT max(id) FROM tables")?;
        let mut is_shown = false;
        for table in self.tables_of(subject)? {
            if is_shown || !table.is_complete() {
                self.drop_table(table.id)?;
            }
            is_shown |= table.is_complete();
        }
        if number("SELECT max(id) FROM paths")? > PATHS_MAX {
            for sql in ["DELETE FROM tables", "DELETE FROM table_pages", "DELETE FROM paths"] {
                self.db.run(sql, &[])?;
            }
        }
        Ok(newest)
    }

    /// Drops what was used longest ago, while all tables together are too large.
    fn trim(&self, but: i64) -> Result<(), DatabaseError> {
        let rows = self.db.run(
            "SELECT id FROM (
                SELECT id, sum(bytes) OVER (ORDER BY id = ?1 DESC, used_at DESC, id DESC) AS so_far FROM tables
             ) WHERE so_far > ?2 AND id <> ?1",
            &[but.into(), BYTES_MAX.into()],
        )?;
        for mut row in rows {
            self.drop_table(row.integer()?)?;
        }
        Ok(())
    }

    fn drop_table(&self, id: i64) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM tables WHERE id = ?", &[id.into()])?;
        let sql = "DELETE FROM table_pages WHERE place >= ? AND place < ?";
        self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()]).map(drop)
    }
}
