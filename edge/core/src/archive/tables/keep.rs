//! Taking in what the service gave.

use docket_wire::{UnixMs, VisitorRow, VisitorTotals, VisitorsPage};

use super::{BYTES_MAX, Entry, PAGES_MAX, PATHS_MAX, Subject, Table, Tables, codec, find, place};
use crate::archive::policy::is_settled;
use crate::db::{Database, DatabaseError, Value};

/// Longest path that is kept, in bytes.
const PATH_BYTES_MAX: usize = 16 * 1024;
/// Tables of one moving interval at most: the one being gathered, and the one shown meanwhile.
const SAME_MAX: i64 = 2;
/// A table of a moving interval is kept so long after its last use.
const UNUSED_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Why a page was not taken in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// Storage failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The table was dropped meanwhile.
    #[error("the table is not held any more")]
    Gone,
    /// A path is longer than any address.
    #[error("a path is longer than 16 KiB")]
    PathTooLong,
}

/// The paths of one table, a bit for each number of the dictionary.
#[derive(Debug)]
pub(super) struct Seen {
    table: i64,
    bits: Vec<u64>,
}

impl Seen {
    /// Notes a path; whether it is new.
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
    pub fn begin(&self, subject: &Subject, now: UnixMs) -> Result<Table, DatabaseError> {
        self.db.atomically(|| {
            self.make_room(&subject.name, now)?;
            // Numbers are moments, so that none comes twice, whatever was dropped.
            let newest = self.db.run("SELECT max(id) FROM tables", &[])?.into_iter().next();
            let newest = newest.map(|mut row| row.integer_or_null()).transpose()?.flatten().unwrap_or(0);
            let id = now.0.max(newest.saturating_add(1));
            let none = VisitorTotals { human: 0, ai: 0, total: 0 };
            self.db.run(
                "INSERT INTO tables (id, subject, settled, pages, rows, bytes, shifted, totals, totals_changed,
                    asked_from, asked_to, used_at)
                 VALUES (?, ?, ?, 0, 0, 0, 0, ?, 0, ?, ?, ?)",
                &[
                    id.into(),
                    subject.name.as_str().into(),
                    i64::from(is_settled(subject.interval.to.instant(), now)).into(),
                    find::totals(&none),
                    now.0.into(),
                    now.0.into(),
                    now.0.into(),
                ],
            )?;
            self.by_id(id, subject)?.ok_or_else(|| DatabaseError("a new table is not there".to_owned()))
        })
    }

    /// Takes a page in that was asked for at `asked_at`. One that is held already stays as it is.
    ///
    /// # Errors
    /// [`NotKept`] says why not.
    pub fn keep(
        &self,
        id: i64,
        subject: &Subject,
        page: u32,
        answer: &VisitorsPage,
        asked_at: UnixMs,
    ) -> Result<Table, NotKept> {
        if answer.visitors.iter().any(|row| row.path.len() > PATH_BYTES_MAX) {
            return Err(NotKept::PathTooLong);
        }
        let kept = self.db.atomically(|| {
            let Some(table) = self.by_id(id, subject)? else { return Ok(None) };
            if self.page(id, page)?.is_none() {
                let settled = is_settled(subject.interval.to.instant(), asked_at);
                self.add(&Table { settled: table.settled && settled, ..table }, page, answer, asked_at)?;
            }
            self.by_id(id, subject)
        });
        match kept {
            Ok(kept) => kept.ok_or(NotKept::Gone),
            Err(error) => {
                // Nothing of the page was kept, so it must come as new the next time.
                self.seen.take();
                Err(error.into())
            }
        }
    }

    fn add(
        &self,
        table: &Table,
        page: u32,
        answer: &VisitorsPage,
        asked_at: UnixMs,
    ) -> Result<(), DatabaseError> {
        let mut seen = self.seen_in(table)?;
        let numbers = self.numbers_of(answer.visitors.iter().map(|row| row.path.as_str()))?;
        let entry = |(path, row): (u32, &VisitorRow)| {
            seen.add(path).then_some(Entry { path, human: row.human, ai: row.ai, total: row.total })
        };
        let entries: Vec<Entry> = numbers.into_iter().zip(&answer.visitors).filter_map(entry).collect();
        self.seen.replace(Some(seen));
        let bytes = codec::encode(&entries);
        // A page that brings nothing new ends the table: there would be no other end to one that is given again and again.
        let is_last = !answer.has_more || entries.is_empty();
        let is_other = table.pages > 0 && table.totals != answer.totals;
        let shifted = answer.visitors.len().saturating_sub(entries.len());
        self.db.run(
            "UPDATE tables SET pages = pages + 1, rows = rows + ?, bytes = bytes + ?, shifted = shifted + ?,
                last_page = coalesce(min(last_page, ?4), last_page, ?4), totals = ?, totals_changed = max(totals_changed, ?),
                settled = ?, asked_from = ?, asked_to = ?
             WHERE id = ?",
            &[
                integer(entries.len()).into(),
                integer(bytes.len()).into(),
                integer(shifted).into(),
                is_last.then_some(i64::from(page)).into(),
                find::totals(&answer.totals),
                i64::from(is_other).into(),
                i64::from(table.settled).into(),
                (if table.pages == 0 { asked_at } else { table.asked_from.min(asked_at) }).0.into(),
                (if table.pages == 0 { asked_at } else { table.asked_to.max(asked_at) }).0.into(),
                table.id.into(),
            ],
        )?;
        self.db.run(
            "INSERT INTO table_pages (place, entries) VALUES (?, ?)",
            &[place(table.id, page).into(), bytes.into()],
        )?;
        self.trim(table.id)
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

    /// Drops the tables that a new one takes the place of, and those of moving intervals that nobody uses.
    fn make_room(&self, subject: &str, now: UnixMs) -> Result<(), DatabaseError> {
        self.drop_where(
            "id IN (SELECT id FROM tables WHERE subject = ? ORDER BY last_page IS NULL, id DESC LIMIT -1 OFFSET ?)
             OR (settled = 0 AND used_at < ?)",
            &[subject.into(), (SAME_MAX - 1).into(), now.plus_ms(-UNUSED_MS).0.into()],
        )?;
        let newest = self.db.run("SELECT max(id) FROM paths", &[])?.into_iter().next();
        let newest = newest.map(|mut row| row.integer_or_null()).transpose()?.flatten();
        if newest.is_some_and(|paths| paths > PATHS_MAX) {
            for sql in ["DELETE FROM tables", "DELETE FROM table_pages", "DELETE FROM paths"] {
                self.db.run(sql, &[])?;
            }
        }
        Ok(())
    }

    /// Drops what was used longest ago, while all tables together are too large.
    fn trim(&self, but: i64) -> Result<(), DatabaseError> {
        self.drop_where(
            "id <> ?1 AND id IN (
                SELECT id FROM (
                    SELECT id, sum(bytes) OVER (ORDER BY id = ?1 DESC, used_at DESC, id DESC) AS so_far FROM tables
                ) WHERE so_far > ?2
             )",
            &[but.into(), BYTES_MAX.into()],
        )
    }

    fn drop_where(&self, condition: &str, params: &[Value]) -> Result<(), DatabaseError> {
        let dropped = self.db.run(&format!("DELETE FROM tables WHERE {condition} RETURNING id"), params)?;
        for mut row in dropped {
            let id = row.integer()?;
            let sql = "DELETE FROM table_pages WHERE place >= ? AND place < ?";
            self.db.run(sql, &[place(id, 0).into(), place(id, PAGES_MAX).into()])?;
        }
        Ok(())
    }
}

fn integer(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
