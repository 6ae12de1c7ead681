//! Gives a submission an unknown outcome when nobody will report the outcome any more.

use docket_wire::{ErrorReason, ProblemCode, SubmissionId, SubmissionState, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Makes the outcome of a submission unknown after [`Ledger::settle`] could not store it, unless it is settled by now. A submission
    /// that stays in the state of being sent would leave its key without an answer, and its job would take no follow-up.
    ///
    /// # Errors
    ///
    /// If storage still fails: the caller tries again later.
    pub fn abandon(&self, id: &SubmissionId, now: UnixMs) -> Result<(), DatabaseError> {
        self.atomically(|| match self.submissions().load(id)? {
            Some(submission) if submission.state == SubmissionState::Sending => {
                self.record_unknown(&submission, not_stored(), now)
            }
            _ => Ok(()),
        })?;
        self.sent_prompts.remove(id);
        Ok(())
    }

    /// Settles submissions that were being sent when Docket was interrupted: no answer will reach them any more.
    pub(crate) fn abandon_sending(&self, now: UnixMs) -> Result<(), DatabaseError> {
        for submission in self.submissions().sending()? {
            let reason = unknown("Docket was interrupted while it waited for the service's answer.");
            self.record_unknown(&submission, reason, now)?;
        }
        Ok(())
    }

    /// Settles follow-ups that were queued when a backup was made: the deployment that made it may have sent them
    /// since, and Docket sends nothing twice.
    pub(crate) fn abandon_queued(&self, now: UnixMs) -> Result<(), DatabaseError> {
        for submission in self.submissions().queued()? {
            let reason = unknown("It was queued when the backup was made, and may have been sent since.");
            self.record_unknown(&submission, reason, now)?;
        }
        Ok(())
    }
}

/// The reason for an unknown outcome if Docket could not store the service's answer.
#[must_use]
pub fn not_stored() -> ErrorReason {
    unknown("Docket could not store the service's answer.")
}

fn unknown(error: &str) -> ErrorReason {
    ErrorReason { code: ProblemCode::OutcomeUnknown, error: error.to_owned() }
}
