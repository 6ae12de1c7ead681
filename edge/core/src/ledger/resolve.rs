//! What a person can do about a submission that did not simply go through.

use docket_wire::{
    EventKind, OperatorName, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use super::history::{self, About};
use super::rows::{DISCARDED, SENDING};
use super::{Admission, Ledger, Objection};
use crate::answer::ServiceJob;
use crate::db::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Names the job that a submission of unknown outcome made or, for a follow-up, reached after all.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn resolve(
        &self,
        id: &SubmissionId,
        told: &ServiceJob,
        by: &OperatorName,
        now: UnixMs,
    ) -> Result<Result<Submission, Objection>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else { return Ok(Err(Objection::UnknownSubmission)) };
            if !matches!(submission.state, SubmissionState::Unknown { .. }) {
                return Ok(Err(Objection::State(submission.state)));
            }
            if submission.kind == SubmissionKind::FollowUp && submission.job.as_ref() != Some(&told.job.id) {
                return Ok(Err(Objection::OtherJob));
            }
            let about = About { job: Some(&told.job.id), submission: Some(id), by: Some(by) };
            history::append(&self.db, now, about, &EventKind::Resolved)?;
            self.accepted(&submission, told, now)?;
            Ok(self.submission(id)?.ok_or(Objection::UnknownSubmission))
        })
    }

    /// Sends a submission once more that was refused or is of unknown outcome: a person says so.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn send_again(
        &self,
        id: &SubmissionId,
        by: &OperatorName,
        now: UnixMs,
    ) -> Result<Result<Admission, Objection>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else { return Ok(Err(Objection::UnknownSubmission)) };
            if !matches!(submission.state, SubmissionState::Unknown { .. } | SubmissionState::Refused { .. })
            {
                return Ok(Err(Objection::State(submission.state)));
            }
            let about = About { job: submission.job.as_ref(), submission: Some(id), by: Some(by) };
            self.set_state(id, SENDING, None, about, &EventKind::SentAgain, now)?;
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
        by: &OperatorName,
        now: UnixMs,
    ) -> Result<Result<Submission, Objection>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else { return Ok(Err(Objection::UnknownSubmission)) };
            if matches!(submission.state, SubmissionState::Sending | SubmissionState::Accepted) {
                return Ok(Err(Objection::State(submission.state)));
            }
            if submission.state != SubmissionState::Discarded {
                let about = About { job: submission.job.as_ref(), submission: Some(id), by: Some(by) };
                self.set_state(id, DISCARDED, None, about, &EventKind::Discarded, now)?;
            }
            Ok(self.submission(id)?.ok_or(Objection::UnknownSubmission))
        })
    }
}
