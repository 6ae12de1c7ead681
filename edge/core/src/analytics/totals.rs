//! Totals of intervals, stored for good once they are settled: a row of a few integers each.

use docket_wire::{Interval, ProjectId, UnixMs, VisitorTotals, VisitorsQuery};

use super::cache::USEFUL_MS;
use crate::storage::{Database, DatabaseError, Row, Value};

/// Integers cross to a Durable Object as doubles. No service counts that far.
const COUNT_MAX: u64 = 1 << 53;

/// Totals of an interval, as the service gave them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CachedTotals {
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// When the service answered.
    pub checked_at: UnixMs,
}

/// The totals of one admin key's projects.
#[derive(Debug)]
pub struct Totals<'a, D> {
    db: &'a D,
}

impl<'a, D: Database> Totals<'a, D> {
    pub(super) fn new(db: &'a D) -> Self {
        Self { db }
    }

    /// Stores the totals that came with an answer, whichever page that was. Those of a range without both ends are not
    /// stored: the range moves on by itself.
    ///
    /// # Errors
    /// If storage fails.
    pub fn put(
        &self,
        project: &ProjectId,
        query: &VisitorsQuery,
        totals: &VisitorTotals,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let (Some(from), Some(to)) = (&query.date_from, &query.date_to) else { return Ok(()) };
        // The service may take a date for another moment than midnight in UTC.
        if from.is_date() != to.is_date() {
            return Ok(());
        }
        let interval = Interval { from: from.clone(), to: to.clone() };
        let [from_at, to_at, as_dates] = columns(&interval);
        let count = |count: u64| Value::Integer(i64::try_from(count.min(COUNT_MAX)).unwrap_or(i64::MAX));
        self.db.run(
            "INSERT INTO projects (name) VALUES (?) ON CONFLICT DO NOTHING",
            &[project.as_str().into()],
        )?;
        self.db.run(
            "INSERT OR REPLACE INTO totals (project, from_at, to_at, as_dates, human, ai, total, checked_at)
             SELECT id, ?, ?, ?, ?, ?, ?, ? FROM projects WHERE name = ?",
            &[
                from_at,
                to_at,
                as_dates,
                count(totals.human),
                count(totals.ai),
                count(totals.total),
                now.0.into(),
                project.as_str().into(),
            ],
        )?;
        // Those from before the range was over are of no use for long.
        let oldest = now.plus_ms(-USEFUL_MS).0.into();
        self.db.run("DELETE FROM totals WHERE checked_at < to_at AND checked_at <= ?", &[oldest]).map(drop)
    }

    /// The totals of an interval, if they are stored.
    ///
    /// # Errors
    /// If storage fails.
    pub fn get(
        &self,
        project: &ProjectId,
        interval: &Interval,
    ) -> Result<Option<CachedTotals>, DatabaseError> {
        let [from_at, to_at, as_dates] = columns(interval);
        let rows = self.db.run(
            "SELECT human, ai, total, checked_at FROM totals
             WHERE project = (SELECT id FROM projects WHERE name = ?)
                 AND from_at = ? AND to_at = ? AND as_dates = ?",
            &[project.as_str().into(), from_at, to_at, as_dates],
        )?;
        let read = |mut row: Row| {
            let mut count = || row.integer().map(|count| u64::try_from(count).unwrap_or_default());
            let totals = VisitorTotals { human: count()?, ai: count()?, total: count()? };
            Ok(CachedTotals { totals, checked_at: UnixMs(row.integer()?) })
        };
        rows.into_iter().next().map(read).transpose()
    }
}

fn columns(interval: &Interval) -> [Value; 3] {
    let as_dates = interval.from.is_date() && interval.to.is_date();
    [interval.from.instant().0.into(), interval.to.instant().0.into(), i64::from(as_dates).into()]
}
