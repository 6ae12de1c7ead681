//! Looks at jobs: which are due, and what came of them.

use docket_wire::{CallerName, EventKind, JobId, LiveMessage, ProblemCode, UnixMs};

use super::apply;
use super::history::{self, About};
use super::job_row::JobRow;
use super::submissions::THROTTLED_WAIT_S;
use super::{Ledger, PollContext, PollTask};
use crate::jobs::schedule::backoff_ms;
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::{CallFailure, ServiceJob};

/// Looks under way at once.
const POLLS_IN_FLIGHT_MAX: i64 = 6;
/// A look that has taken this long is lost: its answer, should it come, is still taken in.
const LOOK_LOST_MS: i64 = 120_000;
/// A key that was refused is tried again this often, so that work resumes when it is put right.
const REJECTED_KEY_RETRY_MS: i64 = 10 * 60_000;
/// A job that the service does not know may be one it does not know yet: this many looks before it is given up.
const NOT_FOUND_LOOKS: u32 = 4;

impl<D: Database> Ledger<D> {
    /// Takes the jobs that are due, within the budget and the limit of looks under way, and marks them as being
    /// looked at. Each goes to [`Ledger::looked`] afterwards.
    ///
    /// # Errors
    /// If storage fails; then nothing was marked.
    pub fn due(&self, now: UnixMs) -> Result<Vec<PollTask>, DatabaseError> {
        self.db.atomically(|| {
            let left = self.polls().budget(now)?.remaining;
            let lost_before = now.plus_ms(-LOOK_LOST_MS).0;
            let mut under_way =
                self.db.run("SELECT COUNT(*) FROM jobs WHERE polling_since > ?", &[lost_before.into()])?;
            let under_way = under_way.first_mut().map_or(Ok(0), |row| row.integer())?;
            let room = (POLLS_IN_FLIGHT_MAX - under_way).clamp(0, i64::from(left));
            let due = self.db.run(
                "SELECT id, revision FROM jobs
                 WHERE next_poll_at <= ? AND (polling_since IS NULL OR polling_since <= ?)
                 ORDER BY next_poll_at LIMIT ?",
                &[now.0.into(), lost_before.into(), room.into()],
            )?;
            let mut looks = Vec::new();
            for mut row in due {
                let job: JobId = row.parsed()?;
                let revision = super::rows::unsigned(row.integer()?)?;
                self.db.run(
                    "UPDATE jobs SET polling_since = ? WHERE id = ?",
                    &[now.0.into(), job.as_str().into()],
                )?;
                self.polls().record(now)?;
                looks.push(PollTask { job, revision });
            }
            Ok(looks)
        })
    }

    /// Takes in what came of a look. Gives a [`LiveMessage::Checked`] if nothing changed that has a revision.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn record_poll(
        &self,
        look: &PollTask,
        outcome: &Result<ServiceJob, CallFailure>,
        context: PollContext,
        now: UnixMs,
    ) -> Result<Option<LiveMessage>, DatabaseError> {
        self.db.atomically(|| {
            let Some(mut row) = JobRow::load(&self.db, &look.job)? else { return Ok(None) };
            row.polling_since = None;
            if row.revision != look.revision {
                // Something happened to the job meanwhile, a follow-up say, and the answer may be older than that.
                row.store(&self.db)?;
                return Ok(None);
            }
            let before = row.revision;
            let row = match outcome {
                Ok(told) if told.job.id == look.job => {
                    let row =
                        apply::told_of(&self.db, row, told, now, &self.schedule(context.watched, now)?)?;
                    self.resume_after_rejected_key(now)?;
                    row
                }
                Ok(_) => self.troubled(
                    row,
                    &CallFailure::Unreadable(crate::upstream::response::Unreadable::WrongShape),
                    context,
                    now,
                )?,
                Err(failure) => self.troubled(row, failure, context, now)?,
            };
            row.store(&self.db)?;
            let unchanged = row.revision == before;
            Ok(unchanged.then_some(LiveMessage::Checked {
                job: row.id,
                checked_at: row.checked_at,
                next_at: row.next_poll_at,
            }))
        })
    }

    /// Takes a job in that was made elsewhere, or asked for before its create was answered.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn attach(&self, told: &ServiceJob, by: &CallerName, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            let schedule = self.schedule(false, now)?;
            match JobRow::load(&self.db, &told.job.id)? {
                Some(row) => apply::told_of(&self.db, row, told, now, &schedule)?.store(&self.db),
                None => apply::attached(&self.db, told, by, &schedule, now),
            }
        })
    }

    /// When to call [`Ledger::due`] and [`Ledger::release`] again, at the earliest; `None` if nothing is waited for.
    ///
    /// # Errors
    /// If storage fails.
    pub fn next_wake(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        // A job that is being looked at counts from when its look would be lost.
        let found = self.db.run(
            "SELECT MIN(CASE WHEN polling_since IS NULL THEN next_poll_at ELSE MAX(next_poll_at, polling_since + ?) END)
             FROM jobs WHERE next_poll_at IS NOT NULL",
            &[LOOK_LOST_MS.into()],
        )?;
        let due = found.into_iter().next().map_or(Ok(None), |mut row| row.integer_or_null())?.map(UnixMs);
        let look = match due {
            Some(due) => {
                let free = self.polls().budget(now)?.free_at(now);
                Some(due.max(free))
            }
            None => None,
        };
        Ok([look, self.next_release(now)?].into_iter().flatten().min())
    }

    fn troubled(
        &self,
        mut row: JobRow,
        failure: &CallFailure,
        context: PollContext,
        now: UnixMs,
    ) -> Result<JobRow, DatabaseError> {
        let reason = failure.fault();
        let mut stop = false;
        let wait_ms = match failure {
            CallFailure::Throttled { retry_after_s } => {
                let wait_ms = i64::from(retry_after_s.unwrap_or(THROTTLED_WAIT_S)) * 1000;
                self.polls().pause(now.plus_ms(wait_ms), now)?;
                wait_ms
            }
            CallFailure::RejectedKey { .. } => {
                stop = true;
                REJECTED_KEY_RETRY_MS
            }
            _ => {
                row.failures = row.failures.saturating_add(1);
                stop = matches!(failure, CallFailure::NotFound { .. }) && row.failures >= NOT_FOUND_LOOKS;
                let asked_ms = i64::from(failure.retry_after_s().unwrap_or(0)) * 1000;
                backoff_ms(row.failures, context.random).max(asked_ms)
            }
        };
        if stop && !row.suspended {
            let about = About { job: Some(&row.id), ..About::default() };
            row.revision = history::append(
                &self.db,
                now,
                about,
                &EventKind::PollingSuspended { reason: reason.clone() },
            )?;
        }
        row.suspended = stop;
        row.next_poll_at =
            if stop && reason.code == ProblemCode::UnknownJob { None } else { Some(now.plus_ms(wait_ms)) };
        row.fault = Some(reason);
        Ok(row)
    }

    /// The key works: whatever stopped because it did not is due at once.
    fn resume_after_rejected_key(&self, now: UnixMs) -> Result<(), DatabaseError> {
        self.db
            .run(
                "UPDATE jobs SET next_poll_at = ? WHERE suspended = 1 AND next_poll_at > ?",
                &[now.0.into(), now.0.into()],
            )
            .map(|_| ())
    }
}
