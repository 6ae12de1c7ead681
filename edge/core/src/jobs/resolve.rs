//! What a person can do about a submission that did not simply go through.

use docket_wire::{CallerName, EventKind, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs};

use super::history::{self, About};
use super::rows::{DISCARDED, SENDING};
use super::{Ledger, StateConflict, SubmitDecision};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::ServiceJob;

impl<D: Database> Ledger<D> {
    /// Names the job that a submission of unknown outcome made or, for a follow-up, reached after all.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn resolve(
        &self,
        id: &SubmissionId,
        told: &ServiceJob,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            if !matches!(submission.state, SubmissionState::Unknown { .. }) {
                return Ok(Err(StateConflict::State(submission.state)));
            }
            if submission.kind == SubmissionKind::FollowUp && submission.job.as_ref() != Some(&told.job.id) {
                return Ok(Err(StateConflict::OtherJob));
            }
            let about = About { job: Some(&told.job.id), submission: Some(id), by: Some(by) };
            history::append(&self.db, now, about, &EventKind::Matched)?;
            self.accepted(&submission, told, now)?;
            Ok(self.submission(id)?.ok_or(StateConflict::UnknownSubmission))
        })
    }

    /// Sends a submission once more that was refused or is of unknown outcome: a person says so.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn send_again(
        &self,
        id: &SubmissionId,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<SubmitDecision, StateConflict>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            if !matches!(submission.state, SubmissionState::Unknown { .. } | SubmissionState::Rejected { .. })
            {
                return Ok(Err(StateConflict::State(submission.state)));
            }
            let about = About { job: submission.job.as_ref(), submission: Some(id), by: Some(by) };
            self.set_state(id, SENDING, None, about, &EventKind::Resent, now)?;
            self.admit(id.clone(), submission.job.as_ref(), now).map(Ok)
        })
    }

    /// Takes a submission back that is not sent yet, or lays one aside that was refused or is of unknown outcome.
    /// Its text stays in the ledger.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn discard(
        &self,
        id: &SubmissionId,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            if matches!(submission.state, SubmissionState::Sending | SubmissionState::Accepted) {
                return Ok(Err(StateConflict::State(submission.state)));
            }
            if submission.state != SubmissionState::Discarded {
                let about = About { job: submission.job.as_ref(), submission: Some(id), by: Some(by) };
                self.set_state(id, DISCARDED, None, about, &EventKind::Discarded, now)?;
            }
            Ok(self.submission(id)?.ok_or(StateConflict::UnknownSubmission))
        })
    }
}
