//! What a caller can do about a submission that the service did not simply accept.

use docket_wire::{
    CallerName, EventKind, JobId, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use super::decision::{StateConflict, SubmissionChange, SubmitDecision};
use super::settle::ResponseOrder;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::{EventContext, StoredPrompt, SubmissionRow};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::ServiceJob;

impl<D: Database> Ledger<D> {
    /// Matches a submission of unknown outcome to the job that it created or, for a follow-up, reached after all.
    /// `seen` is the job's [revision](crate::jobs::JobReads::job_revision) before the request for it: if the job changed meanwhile, the
    /// response may be older than that.
    pub fn match_submission(
        &self,
        id: &SubmissionId,
        response: &ServiceJob,
        seen: Option<u64>,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.atomically(|| {
            let job = &response.job.id;
            let submission = match self.matchable(id, job)? {
                Ok(submission) => submission,
                Err(conflict) => return Ok(Err(conflict)),
            };
            let order = if self.events().last_of_job(job)? == seen {
                ResponseOrder::Latest
            } else {
                ResponseOrder::MaybeEarlier
            };
            let context = EventContext { job: Some(job), submission: Some(id), author: Some(by) };
            self.events().append(now, context, &EventKind::Matched)?;
            self.record_accepted(&submission, response, self.jobs().load(job)?, order, now)?;
            // Retention may have passed the job, and would not come back for this prompt.
            let retention = self.retention();
            retention.expect_prompts(job)?;
            retention.forget_next();
            Ok(self.reads().submission(id)?.ok_or(StateConflict::UnknownSubmission))
        })
    }

    /// Checks that a submission can be matched to a job, before a poll is spent on a request for the job.
    pub fn check_match(
        &self,
        id: &SubmissionId,
        job: &JobId,
    ) -> Result<Result<(), StateConflict>, DatabaseError> {
        Ok(self.matchable(id, job)?.map(drop))
    }

    /// The submission, if it can be matched to a job.
    fn matchable(
        &self,
        id: &SubmissionId,
        job: &JobId,
    ) -> Result<Result<SubmissionRow, StateConflict>, DatabaseError> {
        let Some(submission) = self.submissions().load(id)? else {
            return Ok(Err(StateConflict::UnknownSubmission));
        };
        if !matches!(submission.state, SubmissionState::Unknown { .. }) {
            return Ok(Err(SubmissionChange::Match.conflicts_with(submission.state)));
        }
        if submission.kind == SubmissionKind::FollowUp && submission.job.as_ref() != Some(job) {
            return Ok(Err(StateConflict::OtherJob));
        }
        if submission.kind == SubmissionKind::Create && self.submissions().has_create(job)? {
            return Ok(Err(StateConflict::JobHasCreate));
        }
        Ok(Ok(submission))
    }

    /// Sends a rejected submission, or one of unknown outcome, again at a caller's request. Changes nothing if the budget is
    /// exhausted, or if another follow-up of its job is being sent.
    pub fn resend(
        &self,
        id: &SubmissionId,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<SubmitDecision, StateConflict>, DatabaseError> {
        self.atomically(|| {
            let Some(submission) = self.submissions().load(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            match submission.state {
                SubmissionState::Unknown { .. } | SubmissionState::Rejected { .. } => {}
                SubmissionState::Queued
                | SubmissionState::Sending
                | SubmissionState::Accepted
                | SubmissionState::Discarded => {
                    return Ok(Err(SubmissionChange::Resend.conflicts_with(submission.state)));
                }
            }
            if let StoredPrompt::Deleted { after_days } = submission.prompt {
                return Ok(Err(StateConflict::PromptDeleted { after_days }));
            }
            if submission.kind == SubmissionKind::FollowUp
                && let Some(job) = &submission.job
                && self.submissions().has_follow_up_in_flight(job)?
            {
                return Ok(Ok(SubmitDecision::FollowUpInFlight));
            }
            if let Some(exhausted) = self.exhausted(now)? {
                // The submission keeps its state and its reason, which is the evidence of what happened to it.
                return Ok(Ok(SubmitDecision::Exhausted(exhausted)));
            }
            let (what, state) = (EventKind::Resent, SubmissionState::Sending);
            let revision = self.change_state(&submission, Some(by), &what, &state, now)?;
            self.count_prompt(SubmissionRow { state, revision, ..submission }, now)?;
            Ok(Ok(SubmitDecision::Call { submission: id.clone() }))
        })
    }

    /// Cancels a submission that is queued, or discards one that was rejected or is of unknown outcome. The
    /// ledger keeps its prompt.
    pub fn discard(
        &self,
        id: &SubmissionId,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.atomically(|| {
            let Some(submission) = self.submissions().load(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            match submission.state {
                SubmissionState::Queued
                | SubmissionState::Rejected { .. }
                | SubmissionState::Unknown { .. } => {
                    let (what, state) = (EventKind::Discarded, SubmissionState::Discarded);
                    self.change_state(&submission, Some(by), &what, &state, now)?;
                }
                SubmissionState::Discarded => {}
                SubmissionState::Sending | SubmissionState::Accepted => {
                    return Ok(Err(SubmissionChange::Discard.conflicts_with(submission.state)));
                }
            }
            Ok(self.reads().submission(id)?.ok_or(StateConflict::UnknownSubmission))
        })
    }
}
