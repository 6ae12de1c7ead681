//! The queue of backfills. It is stored, so that a restart loses nothing.
//!
//! A backfill of days, or of the first paths of days, makes one request per day, newest first. A backfill of paths
//! makes one request per page, and only the last page shows how many there are. Both use the same lookup as every other
//! read, so their results reach other reads through storage: totals under their interval, and pages in their table.

use docket_wire::{
    BackfillKind, BackfillProgress, CallerName, Interval, InvalidParameter, ProjectId, Span, UnixMs,
};

use super::task::BackfillTask;
use crate::analytics::{Analytics, LookupOptions};
use crate::storage::{Database, DatabaseError, Value};

/// The maximum number of queued backfills of people.
pub const BACKFILLS_MAX: i64 = 40;
/// The maximum number of queued backfills of each program.
pub const PROGRAM_BACKFILLS_MAX: i64 = 5;
/// Why a backfill was not queued.
#[derive(Debug, thiserror::Error)]
pub enum NotQueued {
    #[error("too many backfills are queued")]
    Full,
    /// The zone's clocks skip the range.
    #[error(transparent)]
    Span(#[from] InvalidParameter),
    #[error(transparent)]
    Storage(#[from] DatabaseError),
}

/// What identifies a backfill.
#[derive(Debug, Clone, Copy)]
pub struct BackfillKey<'a> {
    pub project: &'a ProjectId,
    pub kind: BackfillKind,
    pub span: &'a Span,
}

/// The condition that selects one backfill, with [`BackfillKey::params`].
pub(super) const KEY_MATCHES: &str =
    "project = ? AND kind = ? AND first_day = ? AND last_day = ? AND zone = ?";

impl<'a> BackfillKey<'a> {
    /// The backfill of this kind of a project's span.
    #[must_use]
    pub fn new(project: &'a ProjectId, kind: BackfillKind, span: &'a Span) -> Self {
        Self { project, kind, span }
    }

    /// The parameters of [`KEY_MATCHES`].
    pub(super) fn params(&self) -> [Value; 5] {
        [
            self.project.as_str().into(),
            self.kind.as_str().into(),
            self.span.from().to_string().into(),
            self.span.to().to_string().into(),
            self.span.zone().as_str().into(),
        ]
    }
}

impl<D: Database> Analytics<D> {
    /// Queues a backfill with one request per interval, in this order. A backfill that is already queued continues; one
    /// of a program becomes one of people if a person asks for it too.
    ///
    /// # Errors
    /// If the queue is full, or storage fails.
    pub fn queue_backfill(
        &self,
        key: BackfillKey<'_>,
        intervals: &[Interval],
        program: Option<&CallerName>,
        now: UnixMs,
    ) -> Result<BackfillProgress, NotQueued> {
        if program.is_none() {
            let sql =
                format!("UPDATE backfills SET program = NULL WHERE {KEY_MATCHES} AND program IS NOT NULL");
            self.db.run(&sql, &key.params())?;
        }
        if let Some(backfill) = self.backfill_progress(key, now)? {
            return Ok(backfill);
        }
        if intervals.is_empty() {
            return Ok(BackfillProgress { done: 0, total: 0, resumes_at: None });
        }
        let program = program.map_or(Value::Null, |program| program.0.as_str().into());
        let queued = self
            .db
            .run("SELECT count(*) FROM backfills WHERE program IS ?", std::slice::from_ref(&program))?
            .pop();
        let max = if program == Value::Null { BACKFILLS_MAX } else { PROGRAM_BACKFILLS_MAX };
        if queued.map(|mut row| row.integer()).transpose()?.is_some_and(|count| count >= max) {
            return Err(NotQueued::Full);
        }
        self.insert_backfill(key, intervals, program)?;
        Ok(self.backfill_progress(key, now)?.unwrap_or(BackfillProgress {
            done: 0,
            total: 0,
            resumes_at: None,
        }))
    }

    fn insert_backfill(
        &self,
        key: BackfillKey<'_>,
        intervals: &[Interval],
        program: Value,
    ) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            let total = i64::try_from(intervals.len()).unwrap_or(i64::MAX);
            let mut params = key.params().to_vec();
            self.db.run(&format!("DELETE FROM failed_backfills WHERE {KEY_MATCHES}"), &params)?;
            params.extend([total.into(), program]);
            let sql = "INSERT INTO backfills (project, kind, first_day, last_day, zone, total, program)
                       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id";
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
        })
    }

    /// Cancels a backfill. Days and pages that it has loaded stay. A program can cancel its own backfills, a person all
    /// of them. Returns whether the backfill is gone.
    pub fn cancel_backfill(
        &self,
        key: BackfillKey<'_>,
        program: Option<&CallerName>,
    ) -> Result<bool, DatabaseError> {
        let mut params = key.params().to_vec();
        params.push(program.map_or(Value::Null, |program| program.0.as_str().into()));
        let sql = format!("DELETE FROM backfills WHERE {KEY_MATCHES} AND (?6 IS NULL OR program IS ?6)");
        self.db.run(&sql, &params)?;
        self.drop_orphaned_requests()?;
        params.pop();
        let sql = format!("SELECT 1 FROM backfills WHERE {KEY_MATCHES}");
        Ok(self.db.run(&sql, &params)?.is_empty())
    }

    /// The next requests to make: at most `at_most`, and no more than the budget has for background work. Those of
    /// people come first, and those of programs that have used up their share wait.
    pub fn due_backfills(&self, at_most: u32, now: UnixMs) -> Result<Vec<BackfillTask>, DatabaseError> {
        let count = self.budget(&LookupOptions::background(None), now)?.remaining.min(at_most);
        let mut waiting = Vec::new();
        for mut row in self.db.run("SELECT DISTINCT program FROM backfills WHERE program IS NOT NULL", &[])? {
            let program = CallerName(row.text()?);
            if self.share(&program, now)?.remaining == 0 {
                waiting.push(program.0);
            }
        }
        // Serializing texts cannot fail.
        let waiting = serde_json::to_string(&waiting).unwrap_or_default();
        let rows = self.db.run(
            "SELECT kind, backfill, nth, project, date_from, date_to, program
             FROM backfill_requests JOIN backfills ON id = backfill
             WHERE not_before <= ? AND (program IS NULL OR program NOT IN (SELECT value FROM json_each(?)))
             ORDER BY program IS NOT NULL, backfill, nth LIMIT ?",
            &[now.0.into(), waiting.into(), i64::from(count).into()],
        )?;
        rows.into_iter().map(|row| BackfillTask::read(row, now)).collect()
    }

    pub(super) fn drop_orphaned_requests(&self) -> Result<(), DatabaseError> {
        self.db
            .run("DELETE FROM backfill_requests WHERE backfill NOT IN (SELECT id FROM backfills)", &[])
            .map(drop)
    }
}
