//! Totals of intervals, one row each.

use docket_wire::{DAY_MS, Interval, ProjectId, UnixMs, VisitorTotals, VisitorsQuery};

use super::cache::ANSWER_STORED_MS;
use crate::storage::{Database, DatabaseError, Row, Value};

/// A Durable Object stores integers as doubles, which are exact up to here. Real counts stay far below.
const COUNT_MAX: u64 = 1 << 53;

/// How long totals of an interval that was over are stored, in milliseconds: three years. So at a hundred requests an
/// hour, there are at most a few million, in some hundred megabytes.
const OVER_STORED_MS: i64 = 3 * 365 * DAY_MS;

/// The totals of an interval, as the service reported them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CachedTotals {
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// When the service answered.
    pub checked_at: UnixMs,
}

/// The stored totals of one admin key's projects.
#[derive(Debug)]
pub struct Totals<'a, D> {
    db: &'a D,
}

impl<'a, D: Database> Totals<'a, D> {
    pub(super) fn new(db: &'a D) -> Self {
        Self { db }
    }

    /// Stores the totals of an answer: every page has the same. Totals of a range without both ends are not stored,
    /// because such a range moves with time.
    pub fn put(
        &self,
        project: &ProjectId,
        query: &VisitorsQuery,
        totals: &VisitorTotals,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let (Some(from), Some(to)) = (&query.date_from, &query.date_to) else { return Ok(()) };
        let interval = Interval { from: from.clone(), to: to.clone() };
        let [from_at, to_at] = columns(&interval);
        let count = |count: u64| Value::Integer(i64::try_from(count.min(COUNT_MAX)).unwrap_or(i64::MAX));
        self.db.run(
            "INSERT INTO projects (name) VALUES (?) ON CONFLICT DO NOTHING",
            &[project.as_str().into()],
        )?;
        self.db.run(
            "INSERT OR REPLACE INTO totals (project, from_at, to_at, human, ai, total, checked_at)
             SELECT id, ?, ?, ?, ?, ?, ? FROM projects WHERE name = ?",
            &[
                from_at,
                to_at,
                count(totals.human),
                count(totals.ai),
                count(totals.total),
                now.0.into(),
                project.as_str().into(),
            ],
        )?;
        // Totals from before their interval was over expire like cached answers.
        let oldest = now.plus_ms(-ANSWER_STORED_MS).0.into();
        self.db.run("DELETE FROM totals WHERE checked_at < to_at AND checked_at <= ?", &[oldest])?;
        let oldest = now.plus_ms(-OVER_STORED_MS).0.into();
        self.db.run("DELETE FROM totals WHERE checked_at >= to_at AND checked_at <= ?", &[oldest]).map(drop)
    }

    /// The stored totals of an interval.
    pub fn get(
        &self,
        project: &ProjectId,
        interval: &Interval,
    ) -> Result<Option<CachedTotals>, DatabaseError> {
        let [from_at, to_at] = columns(interval);
        let rows = self.db.run(
            "SELECT human, ai, total, checked_at FROM totals
             WHERE project = (SELECT id FROM projects WHERE name = ?)
                 AND from_at = ? AND to_at = ?",
            &[project.as_str().into(), from_at, to_at],
        )?;
        rows.into_iter().next().map(|mut row| read(&mut row)).transpose()
    }

    /// The stored totals of each interval, in their order, with one statement.
    pub fn of_each(
        &self,
        project: &ProjectId,
        intervals: &[&Interval],
    ) -> Result<Vec<Option<CachedTotals>>, DatabaseError> {
        let ends: Vec<[i64; 2]> =
            intervals.iter().map(|interval| [interval.from.instant().0, interval.to.instant().0]).collect();
        let mut totals = vec![None; ends.len()];
        let ends = serde_json::to_string(&ends).map_err(|error| DatabaseError(error.to_string()))?;
        let rows = self.db.run(
            "SELECT human, ai, total, checked_at, wanted.key FROM json_each(?) AS wanted CROSS JOIN totals
             WHERE project = (SELECT id FROM projects WHERE name = ?)
                 AND from_at = wanted.value ->> 0 AND to_at = wanted.value ->> 1",
            &[ends.into(), project.as_str().into()],
        )?;
        for mut row in rows {
            let stored = read(&mut row)?;
            let index = usize::try_from(row.integer()?).ok();
            if let Some(place) = index.and_then(|index| totals.get_mut(index)) {
                *place = Some(stored);
            }
        }
        Ok(totals)
    }
}

fn read(row: &mut Row) -> Result<CachedTotals, DatabaseError> {
    let mut count = || row.integer().map(|count| u64::try_from(count).unwrap_or_default());
    let totals = VisitorTotals { human: count()?, ai: count()?, total: count()? };
    Ok(CachedTotals { totals, checked_at: UnixMs(row.integer()?) })
}

fn columns(interval: &Interval) -> [Value; 2] {
    [interval.from.instant().0.into(), interval.to.instant().0.into()]
}
