//! Notes on days, and when jobs ended and pull requests were linked.

use std::ops::Range;

use docket_wire::{Day, DayNote, UnixMs};

use super::column::{Column, next};
use crate::storage::{Database, DatabaseError, Row};

/// The notes, by their days.
#[derive(Debug)]
pub(crate) struct NotesTable<'a, D>(pub(crate) &'a D);

impl<D: Database> NotesTable<'_, D> {
    pub(crate) fn load(&self, day: Day) -> Result<Option<DayNote>, DatabaseError> {
        let sql = "SELECT text, author, at FROM notes WHERE day = ?";
        self.0.run(sql, &[day.to_string().into()])?.pop().map(read).transpose()
    }

    /// The notes from one day to another, oldest first.
    pub(crate) fn between(&self, from: Day, to: Day) -> Result<Vec<(Day, DayNote)>, DatabaseError> {
        let sql = "SELECT day, text, author, at FROM notes WHERE day BETWEEN ? AND ? ORDER BY day";
        let rows = self.0.run(sql, &[from.to_string().into(), to.to_string().into()])?;
        rows.into_iter().map(|mut row| Ok((row.parsed()?, read(row)?))).collect()
    }

    pub(crate) fn count(&self) -> Result<i64, DatabaseError> {
        self.0.run("SELECT COUNT(*) FROM notes", &[])?.first_mut().map_or(Ok(0), Row::integer)
    }

    /// Stores the note on a day, in place of the one that the day has.
    pub(crate) fn put(&self, day: Day, note: &DayNote) -> Result<(), DatabaseError> {
        let sql = "INSERT OR REPLACE INTO notes (day, text, author, at) VALUES (?, ?, ?, ?)";
        let DayNote { text, author, at } = note;
        let values = [day.to_string().into(), text.to_value()?, author.to_value()?, at.to_value()?];
        self.0.run(sql, &values).map(drop)
    }

    /// Deletes the note on a day.
    pub(crate) fn delete(&self, day: Day) -> Result<(), DatabaseError> {
        self.0.run("DELETE FROM notes WHERE day = ?", &[day.to_string().into()]).map(drop)
    }
}

/// When something happened, and whether it counts.
pub(crate) type CountedTime = (UnixMs, bool);

/// When jobs ended and pull requests were linked. Both follow an index that has nothing else.
#[derive(Debug)]
pub(crate) struct JobTimes<'a, D>(pub(crate) &'a D);

impl<D: Database> JobTimes<'_, D> {
    /// When jobs ended, the latest first: at most `limit` times. Hidden jobs do not count, and are among the times because they
    /// are read.
    pub(crate) fn ended(
        &self,
        within: &Range<UnixMs>,
        limit: u32,
    ) -> Result<Vec<CountedTime>, DatabaseError> {
        let sql = "SELECT ended_at, is_hidden = 0 FROM jobs INDEXED BY jobs_ended
             WHERE ended_at IS NOT NULL AND ended_at >= ? AND ended_at < ? ORDER BY ended_at DESC LIMIT ?";
        self.times(sql, within, limit)
    }

    /// When pull requests were linked, in the same way.
    pub(crate) fn pull_requests(
        &self,
        within: &Range<UnixMs>,
        limit: u32,
    ) -> Result<Vec<CountedTime>, DatabaseError> {
        let sql = "SELECT at, 1 FROM events INDEXED BY events_pull_requests
             WHERE substr(what, 1, 22) = '{\"kind\":\"pull_request\"' AND at >= ? AND at < ? ORDER BY at DESC LIMIT ?";
        self.times(sql, within, limit)
    }

    fn times(
        &self,
        sql: &str,
        within: &Range<UnixMs>,
        limit: u32,
    ) -> Result<Vec<CountedTime>, DatabaseError> {
        let rows = self.0.run(sql, &[within.start.0.into(), within.end.0.into(), i64::from(limit).into()])?;
        rows.into_iter().map(|mut row| Ok((next(&mut row)?, next(&mut row)?))).collect()
    }
}

fn read(mut row: Row) -> Result<DayNote, DatabaseError> {
    Ok(DayNote { text: next(&mut row)?, author: next(&mut row)?, at: next(&mut row)? })
}
