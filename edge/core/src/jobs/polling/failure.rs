//! A failed poll: when the job is polled again, and when its polling is suspended.

use docket_wire::{EventKind, MINUTE_MS, ProblemCode, UnixMs};

use super::ended;
use super::task::PollContext;
use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::backoff_ms;
use crate::jobs::store::{EventContext, JobRow};
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;

/// Polling that is suspended is tried this often, so that it resumes once an administrator has replaced the key, or the service
/// finds the job again.
const SUSPENDED_RETRY_MS: i64 = 10 * MINUTE_MS;
/// The service may not know a new job yet: a 404 counts once this many polls in a row have failed, for whatever reason.
const MISSING_AFTER_FAILURES: u32 = 4;
/// A gateway answers 404 while the service behind it starts. A job is gone permanently after this many failures, which take more than
/// an hour.
const GONE_AFTER_FAILURES: u32 = MISSING_AFTER_FAILURES + 8;
/// However long the service says that it is down, each job is tried again after this.
const DOWN_MAX_MS: i64 = 10 * MINUTE_MS;

impl<D: Database> Ledger<D> {
    /// Applies a failed poll. The failure says nothing about the job itself, so Docket repeats the poll or suspends polling.
    pub(super) fn apply_failure(
        &self,
        mut row: JobRow,
        failure: &CallFailure,
        context: PollContext,
        now: UnixMs,
    ) -> Result<JobRow, DatabaseError> {
        if row.has_ended() {
            return self.apply_failure_after_end(row, failure, now);
        }
        let reason = failure.reason();
        // Only requests poll a job that is stopped, or suspended without a next poll.
        let is_unpolled = row.is_unpolled();
        // A program that waits for a missing job reads it every few seconds: that must not make the job gone.
        let between_polls = row.next_poll_at.filter(|at| *at > now && row.missing().is_some());
        let mut suspends = false;
        let wait_ms = match failure {
            CallFailure::Throttled { .. } => {
                self.begin_poll_pause(failure, now)?;
                // Docket polls the job as soon as the pause is over. A person can end the pause early.
                backoff_ms(1, context.random)
            }
            CallFailure::RejectedKey { .. } => {
                suspends = !is_unpolled;
                SUSPENDED_RETRY_MS
            }
            CallFailure::NotFound { .. }
            | CallFailure::Rejected { .. }
            | CallFailure::Failed { .. }
            | CallFailure::Redirected { .. }
            | CallFailure::Unreadable(_)
            | CallFailure::Unreachable
            | CallFailure::Timeout { .. } => {
                if between_polls.is_none() {
                    row.failures = row.failures.saturating_add(1);
                }
                // Polling that a person stopped has nothing to suspend.
                suspends = matches!(failure, CallFailure::NotFound { .. })
                    && row.failures >= MISSING_AFTER_FAILURES
                    && !row.is_stopped;
                let down_ms = i64::from(failure.retry_after_s().unwrap_or(0)) * 1000;
                let wait_ms = backoff_ms(row.failures, context.random).max(down_ms.min(DOWN_MAX_MS));
                if suspends { SUSPENDED_RETRY_MS } else { wait_ms }
            }
        };
        let is_known = row.is_suspended && row.fault.as_ref().is_some_and(|known| known.code == reason.code);
        if suspends && !is_known {
            let what = EventKind::PollingSuspended { reason: reason.clone() };
            row.revision = self.events().append(now, EventContext::of_job(&row.id), &what)?;
            row.news_revision = row.revision;
            if reason.code == ProblemCode::UnknownJob {
                // However long the service was down before, the job is gone only once it has been missing for long.
                row.failures = MISSING_AFTER_FAILURES;
            }
        }
        let is_final =
            suspends && reason.code == ProblemCode::UnknownJob && row.failures >= GONE_AFTER_FAILURES;
        // After suspension, a failure that has no event here must not change the visible reason.
        if !row.is_suspended || suspends && !is_known {
            row.is_suspended = suspends;
            row.fault = Some(reason);
        }
        row.next_poll_at = match between_polls {
            _ if is_final || is_unpolled => None,
            Some(at) => Some(at),
            None => Some(now.plus_ms(wait_ms)),
        };
        Ok(row)
    }

    /// Applies a failed poll of an ended job. The end is known, so nothing is suspended, and the poll is repeated
    /// later, unless the service does not have the job any more.
    fn apply_failure_after_end(
        &self,
        mut row: JobRow,
        failure: &CallFailure,
        now: UnixMs,
    ) -> Result<JobRow, DatabaseError> {
        row.failures = row.failures.saturating_add(1);
        self.begin_poll_pause(failure, now)?;
        let is_missing = matches!(failure, CallFailure::NotFound { .. });
        let is_gone = is_missing && row.failures >= MISSING_AFTER_FAILURES;
        let retry_at = ended::retry_at(ended::end_of(&row, now), row.failures, now);
        if retry_at.is_none() && !is_missing {
            // No retry is left to wait for: the next read makes a poll due.
            row.failures = 0;
        }
        row.next_poll_at = retry_at.filter(|_| !is_gone && !row.is_stopped);
        Ok(row)
    }
}
