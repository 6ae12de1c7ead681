//! The outcome of a poll.

use docket_wire::{EventKind, LiveMessage, ProblemCode, UnixMs};

use super::task::{PollContext, PollTask};
use crate::jobs::ledger::Ledger;
use crate::jobs::limits::THROTTLED_WAIT_S;
use crate::jobs::schedule::backoff_ms;
use crate::jobs::store::{EventContext, JobRow};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::{CallFailure, ServiceJob, Unreadable};

/// A rejected key is tried this often, so that polling resumes once an administrator has replaced it.
const REJECTED_KEY_RETRY_MS: i64 = 10 * 60_000;
/// The service may not know a new job yet: polling is suspended after this many polls that did not find it.
const NOT_FOUND_POLLS_MAX: u32 = 4;

impl<D: Database> Ledger<D> {
    /// Records the outcome of a poll. Returns a [`LiveMessage::Checked`] if nothing changed that has a revision.
    pub fn record_poll(
        &self,
        poll: &PollTask,
        outcome: &Result<ServiceJob, CallFailure>,
        context: PollContext,
        now: UnixMs,
    ) -> Result<Option<LiveMessage>, DatabaseError> {
        self.db.atomically(|| {
            let Some(mut row) = self.jobs().load(&poll.job)? else { return Ok(None) };
            row.polling_since = None;
            if row.revision != poll.revision {
                // The job changed during the poll, by a follow-up for example, and the response may be older
                // than that.
                self.jobs().store(&row)?;
                return Ok(None);
            }
            let before = row.revision;
            let row = match outcome {
                Ok(response) if response.job.id == poll.job => {
                    let schedule = self.schedule(context.has_viewers, now)?;
                    let row = self.apply_response(row, response, &schedule, now)?;
                    // The key works again: jobs that were suspended because it did not are due at once.
                    self.jobs().poll_suspended(now)?;
                    row
                }
                Ok(_) => {
                    self.apply_failure(row, &CallFailure::Unreadable(Unreadable::WrongShape), context, now)?
                }
                Err(failure) => self.apply_failure(row, failure, context, now)?,
            };
            self.jobs().store(&row)?;
            let is_unchanged = row.revision == before;
            Ok(is_unchanged.then_some(LiveMessage::Checked {
                job: row.id,
                checked_at: row.checked_at,
                next_at: row.next_poll_at,
            }))
        })
    }

    /// Applies a failed poll, which says nothing about the job itself: the poll is repeated, or polling is suspended.
    fn apply_failure(
        &self,
        mut row: JobRow,
        failure: &CallFailure,
        context: PollContext,
        now: UnixMs,
    ) -> Result<JobRow, DatabaseError> {
        let reason = failure.fault();
        let mut suspends = false;
        let wait_ms = match failure {
            CallFailure::Throttled { retry_after_s } => {
                let wait_ms = i64::from(retry_after_s.unwrap_or(THROTTLED_WAIT_S)) * 1000;
                self.poll_limiter().pause(now.plus_ms(wait_ms), now)?;
                // The job is polled as soon as the pause is over, which a person can end early.
                backoff_ms(1, context.random)
            }
            CallFailure::RejectedKey { .. } => {
                suspends = true;
                REJECTED_KEY_RETRY_MS
            }
            CallFailure::NotFound { .. }
            | CallFailure::Rejected { .. }
            | CallFailure::Failed { .. }
            | CallFailure::Redirected { .. }
            | CallFailure::Unreadable(_)
            | CallFailure::Unreachable
            | CallFailure::Timeout { .. } => {
                row.failures = row.failures.saturating_add(1);
                suspends =
                    matches!(failure, CallFailure::NotFound { .. }) && row.failures >= NOT_FOUND_POLLS_MAX;
                let retry_after_ms = i64::from(failure.retry_after_s().unwrap_or(0)) * 1000;
                backoff_ms(row.failures, context.random).max(retry_after_ms)
            }
        };
        if suspends && !row.is_suspended {
            let what = EventKind::PollingSuspended { reason: reason.clone() };
            row.revision = self.events().append(now, EventContext::of_job(&row.id), &what)?;
        }
        row.is_suspended = suspends;
        let is_final = suspends && reason.code == ProblemCode::UnknownJob;
        row.next_poll_at = if is_final { None } else { Some(now.plus_ms(wait_ms)) };
        row.fault = Some(reason);
        Ok(row)
    }
}
