//! What is gathered in the background: kept in the database, so that a restart changes nothing.
//!
//! The totals of days come newest first, one request each. The rows of a range come page by page: how many there
//! are is known only at the last. Both are asked for like anything else, so a result is handed over by being kept:
//! totals under their interval, and a page under its request.

use docket_wire::{BackfillKind, BackfillProgress, Interval, ProjectId, Span, UnixMs, VisitorsQuery};

use crate::analytics::{Analytics, Priority};
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::response::CallFailure;

/// Rows on a page when all of them are wanted.
const PAGE_ROWS: u32 = VisitorsQuery::LIMIT_MAX;
/// Things that are gathered at the same time, at most.
const GATHERS_MAX: i64 = 40;
/// Failures in a row after which gathering is given up.
const TRIES_MAX: i64 = 8;
/// How long it is said that gathering was given up.
const GIVEN_UP_MS: i64 = 24 * 60 * 60 * 1000;
/// The wait after a first failure. It doubles.
const WAIT_FIRST_MS: i64 = 15_000;

/// One request that is to be made in the background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// The totals of a day.
    Day(Task),
    /// One page of a range's rows, the next of which is known when this one is there.
    Page(Task),
}

/// Where a piece of work belongs, and what it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    gather: i64,
    nth: i64,
    /// For which project.
    pub project: ProjectId,
    /// Of which interval.
    pub interval: Interval,
}

/// Why nothing was queued.
#[derive(Debug, thiserror::Error)]
pub enum NotQueued {
    /// Enough waits already.
    #[error("too much is being gathered already")]
    Full,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

impl Work {
    fn task(&self) -> &Task {
        let (Self::Day(task) | Self::Page(task)) = self;
        task
    }

    /// For which project it is.
    #[must_use]
    pub fn project(&self) -> &ProjectId {
        &self.task().project
    }

    /// Which page of the range's rows; the first is 0.
    #[must_use]
    pub fn page(&self) -> u32 {
        match self {
            Self::Day(_) => 0,
            Self::Page(task) => u32::try_from(task.nth).unwrap_or(u32::MAX),
        }
    }

    /// What to ask.
    #[must_use]
    pub fn query(&self) -> VisitorsQuery {
        match self {
            Self::Day(task) => task.interval.page(1, 0),
            Self::Page(task) => task.interval.page(PAGE_ROWS, u64::from(self.page()) * u64::from(PAGE_ROWS)),
        }
    }
}

pub(super) const NAMED: &str = "project = ? AND kind = ? AND first_day = ? AND last_day = ? AND zone = ?";

pub(super) fn name(project: &ProjectId, kind: BackfillKind, span: &Span) -> [crate::storage::Value; 5] {
    [
        project.as_str().into(),
        kind.as_str().into(),
        span.from().to_string().into(),
        span.to().to_string().into(),
        span.zone().as_str().into(),
    ]
}

impl<D: Database> Analytics<D> {
    /// Queues work: a request for each of the intervals, in their order. What is being gathered already goes on as it
    /// is.
    ///
    /// # Errors
    /// If there is too much of it, or storage fails.
    pub fn gather(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
        intervals: &[Interval],
        now: UnixMs,
    ) -> Result<BackfillProgress, NotQueued> {
        if let Some(backfill) = self.backfill(project, kind, span, now)? {
            return Ok(backfill);
        }
        if intervals.is_empty() {
            return Ok(BackfillProgress { done: 0, total: 0, resumes_at: None });
        }
        let waiting = self.db.run("SELECT count(*) FROM backfills", &[])?.pop();
        if waiting.map(|mut row| row.integer()).transpose()?.is_some_and(|count| count >= GATHERS_MAX) {
            return Err(NotQueued::Full);
        }
        self.db.atomically(|| {
            let total = i64::try_from(intervals.len()).unwrap_or(i64::MAX);
            let mut params = name(project, kind, span).to_vec();
            self.db.run(&format!("DELETE FROM failed_backfills WHERE {NAMED}"), &params)?;
            params.push(total.into());
            let sql = "INSERT INTO backfills (project, kind, first_day, last_day, zone, total)
                       VALUES (?, ?, ?, ?, ?, ?) RETURNING id";
            let id = self.db.run(sql, &params)?.pop().map(|mut row| row.integer()).transpose()?;
            for (interval, nth) in intervals.iter().zip(0_i64..) {
                self.db.run(
                    "INSERT INTO backfill_requests (backfill, nth, date_from, date_to) VALUES (?, ?, ?, ?)",
                    &[
                        id.into(),
                        nth.into(),
                        interval.from.to_string().into(),
                        interval.to.to_string().into(),
                    ],
                )?;
            }
            Ok(())
        })?;
        Ok(self.backfill(project, kind, span, now)?.unwrap_or(BackfillProgress {
            done: 0,
            total: 0,
            resumes_at: None,
        }))
    }

    /// Stops gathering. What was gathered is kept.
    ///
    /// # Errors
    /// If storage fails.
    pub fn cancel(&self, project: &ProjectId, kind: BackfillKind, span: &Span) -> Result<(), DatabaseError> {
        let sql = format!("DELETE FROM backfills WHERE {NAMED}");
        self.db.run(&sql, &name(project, kind, span))?;
        self.drop_loose_work()
    }

    /// The next requests to make, at most so many and no more than the budget has for the background.
    ///
    /// # Errors
    /// If storage fails.
    pub fn due(&self, at_most: u32, now: UnixMs) -> Result<Vec<Work>, DatabaseError> {
        let count = self.budget(Priority::Background, now)?.remaining.min(at_most);
        let rows = self.db.run(
            "SELECT kind, backfill, nth, project, date_from, date_to FROM backfill_requests JOIN backfills ON id = backfill
             WHERE not_before <= ? ORDER BY backfill, nth LIMIT ?",
            &[now.0.into(), i64::from(count).into()],
        )?;
        rows.into_iter().map(work).collect()
    }

    /// Takes note that a piece of work is done; of a page, whether there are rows beyond it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn done(&self, work: &Work, has_more: bool) -> Result<(), DatabaseError> {
        let task = work.task();
        let place = [task.gather.into(), task.nth.into()];
        self.db.atomically(|| {
            if matches!(work, Work::Page(_)) && has_more {
                self.db.run("UPDATE backfill_requests SET nth = nth + 1 WHERE backfill = ? AND nth = ?", &place)?;
                self.db.run("UPDATE backfills SET total = total + 1 WHERE id = ?", &[task.gather.into()])?;
            } else {
                self.db.run("DELETE FROM backfill_requests WHERE backfill = ? AND nth = ?", &place)?;
            }
            self.db.run("UPDATE backfills SET failures = 0 WHERE id = ?", &[task.gather.into()])?;
            self.db.run(
                "DELETE FROM backfills WHERE id = ? AND NOT EXISTS (SELECT 1 FROM backfill_requests WHERE backfill = id)",
                &[task.gather.into()],
            )?;
            Ok(())
        })
    }

    /// Takes note that a piece of work failed: it is tried again later, or, if that helps nothing, given up with all
    /// that belongs to it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn not_done(&self, work: &Work, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        let gather = work.task().gather;
        let rows = self.db.run("SELECT failures FROM backfills WHERE id = ?", &[gather.into()])?;
        let failures = rows.into_iter().next().map(|mut row| row.integer()).transpose()?.unwrap_or(0);
        if failures >= TRIES_MAX || !failure.passes() {
            return self.give_up(gather, failure, now);
        }
        let wait_ms = WAIT_FIRST_MS << failures.clamp(0, TRIES_MAX);
        self.db.run(
            "UPDATE backfills SET failures = failures + 1, not_before = ? WHERE id = ?",
            &[now.plus_ms(wait_ms).0.into(), gather.into()],
        )?;
        Ok(())
    }

    fn give_up(&self, gather: i64, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            self.db.run(
                "INSERT OR REPLACE INTO failed_backfills
                 SELECT project, kind, first_day, last_day, zone, ?, ? FROM backfills WHERE id = ?",
                &[failure.fault().error.into(), now.0.into(), gather.into()],
            )?;
            self.db.run(
                "DELETE FROM failed_backfills WHERE failed_at <= ?",
                &[now.plus_ms(-GIVEN_UP_MS).0.into()],
            )?;
            self.db.run("DELETE FROM backfills WHERE id = ?", &[gather.into()])?;
            self.drop_loose_work()
        })
    }

    /// Why gathering was given up, as a sentence, if that was today and it was not begun again.
    ///
    /// # Errors
    /// If storage fails.
    pub fn backfill_error(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
        now: UnixMs,
    ) -> Result<Option<String>, DatabaseError> {
        let sql = format!("SELECT error FROM failed_backfills WHERE {NAMED} AND failed_at > ?");
        let mut params = name(project, kind, span).to_vec();
        params.push(now.plus_ms(-GIVEN_UP_MS).0.into());
        self.db.run(&sql, &params)?.pop().map(|mut row| row.text()).transpose()
    }

    fn drop_loose_work(&self) -> Result<(), DatabaseError> {
        self.db
            .run("DELETE FROM backfill_requests WHERE backfill NOT IN (SELECT id FROM backfills)", &[])
            .map(drop)
    }
}

fn work(mut row: Row) -> Result<Work, DatabaseError> {
    let what = row.text()?;
    let task = Task {
        gather: row.integer()?,
        nth: row.integer()?,
        project: row.parsed()?,
        interval: Interval { from: row.parsed()?, to: row.parsed()? },
    };
    Ok(if what == BackfillKind::Paths.as_str() { Work::Page(task) } else { Work::Day(task) })
}
