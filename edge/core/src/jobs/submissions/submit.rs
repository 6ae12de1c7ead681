//! Prompts that are sent at once.

use docket_wire::{
    DateOrTime, EventKind, Fault, JobId, ProblemCode, Submission, SubmissionId, SubmissionKind,
    SubmissionState, UnixMs,
};

use super::decision::{NewSubmission, SubmitDecision};
use super::idempotency::IdempotencyRecord;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::EventContext;
use crate::storage::{Database, DatabaseError};

/// An equal prompt of the same person within this time looks like a duplicate.
const DUPLICATE_WITHIN_MS: i64 = 120_000;

impl<D: Database> Ledger<D> {
    /// Decides what to do with a prompt. On [`SubmitDecision::Call`] the prompt is recorded: the caller calls
    /// the service and passes the outcome to [`Ledger::settle`]. On every other decision there is nothing to
    /// call.
    pub fn submit(&self, new: &NewSubmission, now: UnixMs) -> Result<SubmitDecision, DatabaseError> {
        self.db.atomically(|| {
            let id = match self.idempotency_record(new)? {
                IdempotencyRecord::New => new.id.clone(),
                IdempotencyRecord::Retry(earlier) => earlier,
                IdempotencyRecord::Decided(decision) => return Ok(decision),
            };
            if let Some(job) = &new.job
                && self.submissions().has_follow_up_in_flight(job)?
            {
                return Ok(SubmitDecision::FollowUpInFlight);
            }
            if let Some(earlier) = self.possible_duplicate(new, now)? {
                return Ok(SubmitDecision::PossibleDuplicate { submission: earlier.id, job: earlier.job });
            }
            let submission =
                self.record_submission(id, new, SubmissionState::Sending, &EventKind::Submitted, now)?;
            self.admit(&submission, now)
        })
    }

    /// Lets a recorded submission through, if the budget allows it.
    pub(super) fn admit(
        &self,
        submission: &Submission,
        now: UnixMs,
    ) -> Result<SubmitDecision, DatabaseError> {
        let id = submission.id.clone();
        if self.prompt_limiter().acquire(now)?.is_some() {
            return Ok(SubmitDecision::Call { submission: id });
        }
        let budget = self.prompt_limiter().budget(now)?;
        let reason = match budget.waits_for_pause() {
            Some(until) => Fault {
                code: ProblemCode::ServicePaused,
                error: format!(
                    "The documentation service asked Docket to wait until {}. Docket did not send the prompt.",
                    DateOrTime::moment(until)
                ),
            },
            None => Fault {
                code: ProblemCode::BudgetExhausted,
                error: "The hourly budget for prompts is exhausted. Docket did not send the prompt."
                    .to_owned(),
            },
        };
        self.record_rejected(submission, &reason, now)?;
        Ok(SubmitDecision::Rejected { submission: id, reason, retry_at: Some(budget.free_at(now)) })
    }

    /// Records a prompt and appends its event.
    pub(super) fn record_submission(
        &self,
        id: SubmissionId,
        new: &NewSubmission,
        state: SubmissionState,
        what: &EventKind,
        now: UnixMs,
    ) -> Result<Submission, DatabaseError> {
        let kind = if new.job.is_some() { SubmissionKind::FollowUp } else { SubmissionKind::Create };
        let mut submission = Submission {
            id,
            kind,
            job: new.job.clone(),
            prompt: new.prompt.clone(),
            author: new.author.clone(),
            submitted_at: now,
            state,
            revision: 0,
        };
        let context = EventContext::of_submission(&submission).by(&new.author);
        submission.revision = self.events().append(now, context, what)?;
        self.submissions().record(&submission, new.idempotency_key.as_deref())?;
        Ok(submission)
    }

    /// An equal prompt that the same person sent a moment ago, unless they confirmed this one.
    fn possible_duplicate(
        &self,
        new: &NewSubmission,
        now: UnixMs,
    ) -> Result<Option<Submission>, DatabaseError> {
        if new.is_confirmed {
            return Ok(None);
        }
        let since = now.plus_ms(-DUPLICATE_WITHIN_MS);
        let equal = self.submissions().equal_prompts(&new.author, &new.prompt, since)?;
        Ok(equal.into_iter().find(|earlier| has_target(earlier, new.job.as_ref())))
    }
}

/// Whether a submission follows up this job or, for `None`, created one.
fn has_target(submission: &Submission, job: Option<&JobId>) -> bool {
    match submission.kind {
        SubmissionKind::Create => job.is_none(),
        SubmissionKind::FollowUp => job.is_some() && submission.job.as_ref() == job,
    }
}
