//! The first rows of single days, for the trends of pages. A request for a day's totals costs no more with a full page of
//! rows, so each brings them.

use docket_wire::{DAY_MS, Interval, ProjectId, UnixMs, VisitorTotals, VisitorsResponse};
use litemap::LiteMap;

use super::dictionary::stored_path;
use super::{RowEntry, Tables, codec};
use crate::storage::{Database, DatabaseError, Value};

/// The maximum size of the rows of all days: some ten thousand days, with six bytes per row. The oldest days are
/// evicted first.
const BYTES_MAX: i64 = 16 * 1024 * 1024;
/// How long the rows of a day are stored, in milliseconds: three years, like totals.
const STORED_MS: i64 = 3 * 365 * DAY_MS;
/// One of so many days evicts others, because it reads all of them, and every row that is read is billed.
const DAYS_PER_EVICTION: i64 = 64;

/// The rows of a day that one answer of the service has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayRows {
    /// When the service answered.
    pub checked_at: UnixMs,
    /// Whether the day has further rows.
    pub has_more: bool,
    entries: Vec<u8>,
}

impl DayRows {
    /// The number of rows, and the visitors of the path with this id, or with none: `None` if the path may be among the
    /// further rows of the day.
    pub fn read(&self, path: Option<u32>) -> Result<(u32, Option<VisitorTotals>), DatabaseError> {
        let entries = codec::decode(&self.entries)?;
        let found = entries.iter().find(|entry| Some(entry.path) == path).map(RowEntry::totals);
        let zero = VisitorTotals { human: 0, ai: 0, total: 0 };
        let rows = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        Ok((rows, found.or((!self.has_more).then_some(zero))))
    }
}

/// The rows of days, by their ends in milliseconds.
pub type RowsByDay = LiteMap<(i64, i64), DayRows>;

impl<D: Database> Tables<D> {
    /// Stores the rows of a day, in place of those of an earlier answer. Without an answer, because it is too large to
    /// be read, stores that none can be loaded.
    pub fn put_day(
        &self,
        project: &ProjectId,
        interval: &Interval,
        answer: Option<&VisitorsResponse>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            self.drop_all_if_full()?;
            let (rows, has_more) =
                answer.map_or((&[][..], true), |answer| (&answer.visitors[..], answer.has_more));
            let (ids, mut seen, mut entries) = (self.ids_of(rows)?, LiteMap::new_vec(), Vec::new());
            if ids.len() != rows.len() {
                // Otherwise rows would be stored with the paths of others.
                return Err(DatabaseError("the dictionary did not store a path".to_owned()));
            }
            for (path, row) in ids.into_iter().zip(rows).filter(|(path, _)| seen.insert(*path, ()).is_none()) {
                entries.push(RowEntry { path, human: row.human, ai: row.ai, total: row.total });
            }
            self.db.run(
                "INSERT INTO projects (name) VALUES (?) ON CONFLICT DO NOTHING",
                &[project.as_str().into()],
            )?;
            let stored = self.db.run(
                "INSERT INTO day_rows (project, from_at, to_at, checked_at, has_more, entries)
                 SELECT id, ?, ?, ?, ?, ? FROM projects WHERE name = ?
                 ON CONFLICT (project, from_at, to_at) DO UPDATE
                 SET checked_at = excluded.checked_at, has_more = excluded.has_more, entries = excluded.entries
                 RETURNING id",
                &[
                    interval.from.instant().0.into(),
                    interval.to.instant().0.into(),
                    now.0.into(),
                    i64::from(has_more).into(),
                    codec::encode(&entries).into(),
                    project.as_str().into(),
                ],
            )?;
            match stored.into_iter().next().map(|mut row| row.integer()).transpose()? {
                Some(id) if id % DAYS_PER_EVICTION == 0 => self.evict_days(BYTES_MAX, now),
                _ => Ok(()),
            }
        })
    }

    fn evict_days(&self, bytes_max: i64, now: UnixMs) -> Result<(), DatabaseError> {
        self.db
            .run(
                "DELETE FROM day_rows WHERE checked_at <= ? OR id IN (
                    SELECT id FROM (
                        SELECT id, sum(length(entries)) OVER (ORDER BY from_at DESC, id DESC) AS so_far FROM day_rows
                    ) WHERE so_far > ?
                 )",
                &[now.plus_ms(-STORED_MS).0.into(), bytes_max.into()],
            )
            .map(drop)
    }

    /// When the rows of a day were loaded; `None` if they are not stored.
    pub fn day_checked_at(
        &self,
        project: &ProjectId,
        interval: &Interval,
    ) -> Result<Option<UnixMs>, DatabaseError> {
        let rows = self.db.run(
            "SELECT checked_at FROM day_rows
             WHERE project = (SELECT id FROM projects WHERE name = ?) AND from_at = ? AND to_at = ?",
            &[project.as_str().into(), interval.from.instant().0.into(), interval.to.instant().0.into()],
        )?;
        rows.into_iter().next().map(|mut row| Ok(UnixMs(row.integer()?))).transpose()
    }

    /// The stored rows of the days of a project that begin between two moments.
    pub fn days_between(
        &self,
        project: &ProjectId,
        from: UnixMs,
        to: UnixMs,
    ) -> Result<RowsByDay, DatabaseError> {
        let rows = self.db.run(
            "SELECT from_at, to_at, checked_at, has_more, entries FROM day_rows
             WHERE project = (SELECT id FROM projects WHERE name = ?) AND from_at >= ? AND from_at < ?",
            &[project.as_str().into(), from.0.into(), to.0.into()],
        )?;
        let mut days = RowsByDay::new();
        for mut row in rows {
            let ends = (row.integer()?, row.integer()?);
            let (checked_at, has_more) = (UnixMs(row.integer()?), row.integer()? != 0);
            days.insert(ends, DayRows { checked_at, has_more, entries: row.blob()? });
        }
        Ok(days)
    }

    /// The id of a path in the dictionary; `None` if no stored row has it.
    pub fn id_of(&self, path: &str) -> Result<Option<u32>, DatabaseError> {
        // A path that Docket has cut is stored as it is.
        for stored in [path, &*stored_path(path)] {
            let found = self.db.run("SELECT id FROM paths WHERE path = ?", &[Value::from(stored)])?;
            if let Some(mut row) = found.into_iter().next() {
                return Ok(u32::try_from(row.integer()?).ok());
            }
        }
        Ok(None)
    }
}
