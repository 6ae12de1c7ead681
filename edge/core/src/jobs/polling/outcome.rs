//! The outcome of a poll.

use docket_wire::{LiveMessage, UnixMs};

use super::task::{PollContext, PollTask};
use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;
use crate::upstream::response::ServiceJob;

impl<D: Database> Ledger<D> {
    /// Records the outcome of a poll. Returns a [`LiveMessage::Checked`] if nothing changed that has a revision.
    pub fn record_poll(
        &self,
        poll: &PollTask,
        outcome: &Result<ServiceJob, CallFailure>,
        context: PollContext,
        now: UnixMs,
    ) -> Result<Option<LiveMessage>, DatabaseError> {
        let checked = self.atomically(|| {
            let checked = self.apply_outcome(poll, outcome, context, now)?;
            // This reads nothing more: the latest calls are in the schedule's row, which is read by now.
            self.record_call(outcome.as_ref().err(), now)?;
            Ok(checked)
        })?;
        // Not reached if storing failed: such a poll counts as in flight until it is lost, so it is not repeated at once.
        self.started_polls.finish(&poll.job);
        Ok(checked)
    }

    fn apply_outcome(
        &self,
        poll: &PollTask,
        outcome: &Result<ServiceJob, CallFailure>,
        context: PollContext,
        now: UnixMs,
    ) -> Result<Option<LiveMessage>, DatabaseError> {
        let Some(row) = self.jobs().load(&poll.job)? else { return Ok(None) };
        if row.revision != poll.revision {
            // The job changed during the poll, by a follow-up for example, and the response may be older
            // than that.
            return Ok(None);
        }
        let before = row.revision;
        let checked =
            outcome.as_ref().map_err(Clone::clone).and_then(|response| response.check_id(&poll.job));
        let row = match &checked {
            Ok(response) => {
                if row.is_suspended {
                    // The key works again. The response for a job that was not suspended does not say so: the service can
                    // reject the key for some jobs only.
                    self.jobs().poll_suspended(now)?;
                }
                self.apply_response(row, response, context.audience, now)?
            }
            Err(failure) => self.apply_failure(row, failure, context, now)?,
        };
        self.jobs().store(&row)?;
        // Without an event, the service may have changed a field that the ledger does not know.
        self.cache.changed.for_waiters.note(&row.id);
        if row.is_idle() {
            // Without an event, if no follow-up is expected to make a job of unknown status active any more.
            self.cache.changed.for_release.note(&row.id);
        }
        let is_unchanged = row.revision == before;
        Ok(is_unchanged.then_some(LiveMessage::Checked {
            job: row.id,
            checked_at: row.checked_at,
            next_at: row.next_poll_at,
            last_error: row.fault,
        }))
    }
}
