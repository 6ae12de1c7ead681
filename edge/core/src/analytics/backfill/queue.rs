//! The queue of backfills, stored, so that a restart changes nothing.
//!
//! The totals of days come newest first, one request each. The rows of a range come page by page: how many there
//! are is known only at the last. Both are asked for like anything else, so a result is handed over by being kept:
//! totals under their interval, and a page under its request.

use docket_wire::{
    BackfillKind, BackfillProgress, Interval, InvalidParameter, ProjectId, Span, UnixMs, VisitorsQuery,
};

use crate::analytics::reads::trend;
use crate::analytics::tables::PAGE_ROWS;
use crate::analytics::{Analytics, Priority};
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::response::CallFailure;

/// Backfills that are queued at the same time, at most.
const BACKFILLS_MAX: i64 = 40;
/// Failures in a row after which a backfill fails.
const FAILURES_MAX: i64 = 8;
/// How long the reason of a failed backfill is shown.
const FAILED_SHOWN_MS: i64 = 24 * 60 * 60 * 1000;
/// The wait after a first failure. It doubles.
const WAIT_FIRST_MS: i64 = 15_000;

/// One request of a backfill: the totals of a day, or one page of a range's rows, the next of which is known when this
/// one is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillTask {
    backfill: i64,
    nth: i64,
    /// What is loaded.
    pub kind: BackfillKind,
    /// For which project.
    pub project: ProjectId,
    /// Of which interval.
    pub interval: Interval,
}

/// Why nothing was queued.
#[derive(Debug, thiserror::Error)]
pub enum NotQueued {
    /// Enough are queued.
    #[error("too many backfills are queued")]
    Full,
    /// The zone's clocks skip the range.
    #[error(transparent)]
    Span(#[from] InvalidParameter),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

impl BackfillTask {
    /// Which page of the range's rows; the first is 0.
    #[must_use]
    pub fn page(&self) -> u32 {
        match self.kind {
            BackfillKind::Days => 0,
            BackfillKind::Paths => u32::try_from(self.nth).unwrap_or(u32::MAX),
        }
    }

    /// What the service is asked.
    #[must_use]
    pub fn query(&self) -> VisitorsQuery {
        match self.kind {
            BackfillKind::Days => self.interval.page(trend::ROWS, 0),
            BackfillKind::Paths => {
                self.interval.page(PAGE_ROWS, u64::from(self.page()) * u64::from(PAGE_ROWS))
            }
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
    /// Queues a backfill: a request for each of the intervals, in their order. One that is under way goes on as it is.
    ///
    /// # Errors
    /// If too many are queued, or storage fails.
    pub fn queue_backfill(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
        intervals: &[Interval],
        now: UnixMs,
    ) -> Result<BackfillProgress, NotQueued> {
        if let Some(backfill) = self.backfill_progress(project, kind, span, now)? {
            return Ok(backfill);
        }
        if intervals.is_empty() {
            return Ok(BackfillProgress { done: 0, total: 0, resumes_at: None });
        }
        let waiting = self.db.run("SELECT count(*) FROM backfills", &[])?.pop();
        if waiting.map(|mut row| row.integer()).transpose()?.is_some_and(|count| count >= BACKFILLS_MAX) {
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
        Ok(self.backfill_progress(project, kind, span, now)?.unwrap_or(BackfillProgress {
            done: 0,
            total: 0,
            resumes_at: None,
        }))
    }

    /// Cancels a backfill. What it has loaded stays.
    ///
    /// # Errors
    /// If storage fails.
    pub fn cancel_backfill(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
    ) -> Result<(), DatabaseError> {
        let sql = format!("DELETE FROM backfills WHERE {NAMED}");
        self.db.run(&sql, &name(project, kind, span))?;
        self.drop_orphaned_requests()
    }

    /// The next requests to make, at most so many and no more than the budget has for the background.
    ///
    /// # Errors
    /// If storage fails.
    pub fn due_backfills(&self, at_most: u32, now: UnixMs) -> Result<Vec<BackfillTask>, DatabaseError> {
        let count = self.budget(Priority::Background, now)?.remaining.min(at_most);
        let rows = self.db.run(
            "SELECT kind, backfill, nth, project, date_from, date_to FROM backfill_requests JOIN backfills ON id = backfill
             WHERE not_before <= ? ORDER BY backfill, nth LIMIT ?",
            &[now.0.into(), i64::from(count).into()],
        )?;
        rows.into_iter().map(task).collect()
    }

    /// Records that a request is done; of a page, whether there are rows beyond it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn record_backfill(&self, task: &BackfillTask, has_more: bool) -> Result<(), DatabaseError> {
        let place = [task.backfill.into(), task.nth.into()];
        self.db.atomically(|| {
            if task.kind == BackfillKind::Paths && has_more {
                self.db.run("UPDATE backfill_requests SET nth = nth + 1 WHERE backfill = ? AND nth = ?", &place)?;
                self.db.run("UPDATE backfills SET total = total + 1 WHERE id = ?", &[task.backfill.into()])?;
            } else {
                self.db.run("DELETE FROM backfill_requests WHERE backfill = ? AND nth = ?", &place)?;
            }
            self.db.run("UPDATE backfills SET failures = 0 WHERE id = ?", &[task.backfill.into()])?;
            self.db.run(
                "DELETE FROM backfills WHERE id = ? AND NOT EXISTS (SELECT 1 FROM backfill_requests WHERE backfill = id)",
                &[task.backfill.into()],
            )?;
            Ok(())
        })
    }

    /// Records that a request failed: it is tried again later or, if that cannot help, the whole backfill fails.
    ///
    /// # Errors
    /// If storage fails.
    pub fn record_backfill_failure(
        &self,
        task: &BackfillTask,
        failure: &CallFailure,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let backfill = task.backfill;
        let rows = self.db.run("SELECT failures FROM backfills WHERE id = ?", &[backfill.into()])?;
        let failures = rows.into_iter().next().map(|mut row| row.integer()).transpose()?.unwrap_or(0);
        if failures >= FAILURES_MAX || !failure.passes() {
            return self.give_up(backfill, failure, now);
        }
        let wait_ms = WAIT_FIRST_MS << failures.clamp(0, FAILURES_MAX);
        self.db.run(
            "UPDATE backfills SET failures = failures + 1, not_before = ? WHERE id = ?",
            &[now.plus_ms(wait_ms).0.into(), backfill.into()],
        )?;
        Ok(())
    }

    fn give_up(&self, backfill: i64, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            self.db.run(
                "INSERT OR REPLACE INTO failed_backfills
                 SELECT project, kind, first_day, last_day, zone, ?, ? FROM backfills WHERE id = ?",
                &[failure.fault().error.into(), now.0.into(), backfill.into()],
            )?;
            self.db.run(
                "DELETE FROM failed_backfills WHERE failed_at <= ?",
                &[now.plus_ms(-FAILED_SHOWN_MS).0.into()],
            )?;
            self.db.run("DELETE FROM backfills WHERE id = ?", &[backfill.into()])?;
            self.drop_orphaned_requests()
        })
    }

    /// Why a backfill failed, as a sentence, if that was within a day and it was not started again.
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
        params.push(now.plus_ms(-FAILED_SHOWN_MS).0.into());
        self.db.run(&sql, &params)?.pop().map(|mut row| row.text()).transpose()
    }

    fn drop_orphaned_requests(&self) -> Result<(), DatabaseError> {
        self.db
            .run("DELETE FROM backfill_requests WHERE backfill NOT IN (SELECT id FROM backfills)", &[])
            .map(drop)
    }
}

fn task(mut row: Row) -> Result<BackfillTask, DatabaseError> {
    let broken = || DatabaseError("a backfill has an unknown kind".to_owned());
    Ok(BackfillTask {
        kind: BackfillKind::parse(&row.text()?).ok_or_else(broken)?,
        backfill: row.integer()?,
        nth: row.integer()?,
        project: row.parsed()?,
        interval: Interval { from: row.parsed()?, to: row.parsed()? },
    })
}
