//! Prompts that are sent at once.

use std::rc::Rc;

use docket_wire::{
    CallerName, DateOrTime, EventKind, JobId, MINUTE_MS, SubmissionId, SubmissionKind, SubmissionState,
    UnixMs,
};

use super::decision::{NewSubmission, SubmitDecision};
use super::idempotency::IdempotencyRecord;
use super::sent::SentPrompt;
use crate::auth::caller::is_program;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::{EventContext, StoredPrompt, SubmissionRow};
use crate::rate_limit::{Budget, Exhausted};
use crate::storage::{Database, DatabaseError};

/// An equal prompt of the same person within this time looks like a duplicate.
const DUPLICATE_WITHIN_MS: i64 = 2 * MINUTE_MS;

impl<D: Database> Ledger<D> {
    /// Decides what to do with a prompt. On [`SubmitDecision::Call`] the prompt is recorded: the caller calls
    /// the service with the recorded prompt and passes the outcome to [`Ledger::settle`]. On every other decision there
    /// is nothing to call.
    pub fn submit(&self, new: &NewSubmission, now: UnixMs) -> Result<SubmitDecision, DatabaseError> {
        self.atomically(|| {
            let row = match new.idempotency_record(&self.submissions())? {
                IdempotencyRecord::New => new.row(SubmissionState::Sending, now),
                IdempotencyRecord::Retry(earlier) => {
                    SubmissionRow { state: SubmissionState::Sending, submitted_at: now, ..earlier }
                }
                IdempotencyRecord::Decided(decision) => return Ok(decision),
            };
            if let Some(job) = &new.job
                && self.submissions().has_follow_up_in_flight(job)?
            {
                return Ok(SubmitDecision::FollowUpInFlight);
            }
            if let Some(decision) = self.possible_duplicate(new, now)? {
                return Ok(decision);
            }
            let exhausted = self.exhausted(now)?;
            if let Some(exhausted) = &exhausted
                && (is_program(&new.author) || self.changes_of(&new.author).acquire(now)?.is_err())
            {
                // A program in a loop would fill the ledger. Its key stays free, as after any rejection.
                return Ok(SubmitDecision::Exhausted(exhausted.clone()));
            }
            let row = self.record(row, new, &EventKind::Submitted, now)?;
            let submission = row.id.clone();
            let Some(exhausted) = exhausted else {
                self.count_prompt(row, now)?;
                return Ok(SubmitDecision::Call { submission });
            };
            self.record_rejected(&row, &exhausted.reason, now)?;
            Ok(SubmitDecision::Rejected { submission, exhausted })
        })
    }

    /// Counts a prompt in the hour's budget, and as one that is being sent.
    pub(super) fn count_prompt(&self, submission: SubmissionRow, now: UnixMs) -> Result<(), DatabaseError> {
        let permit = self.prompt_limiter().record(now)?;
        self.sent_prompts.add(SentPrompt { submission: Rc::new(submission), permit, was_queued: false });
        Ok(())
    }

    /// A submission whose prompt the caller is to send to the service, or has sent: it is as the ledger recorded it.
    pub fn sent_submission(&self, id: &SubmissionId) -> Option<Rc<SubmissionRow>> {
        self.sent_prompts.get(id).map(|sent| sent.submission)
    }

    /// The prompts left in this hour.
    pub fn prompt_budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.prompt_limiter().budget(now)
    }

    /// Why no prompt can be sent now; `None` if one can.
    pub(super) fn exhausted(&self, now: UnixMs) -> Result<Option<Exhausted>, DatabaseError> {
        let budget = self.prompt_budget(now)?;
        if budget.remaining > 0 {
            return Ok(None);
        }
        // The text has whole seconds; this one must not be too early.
        let until = DateOrTime::from_unix_ms(budget.resets_at.plus_ms(999));
        let cause =
            format!("The hourly budget for prompts (DOCKET_AGENT_PER_HOUR) is exhausted until {until}");
        Ok(Some(budget.exhausted(&cause, ". Docket did not send the prompt.")))
    }

    /// Records a prompt, or an earlier one that its idempotency key sends again, and appends its event.
    pub(super) fn record(
        &self,
        row: SubmissionRow,
        new: &NewSubmission,
        what: &EventKind,
        now: UnixMs,
    ) -> Result<SubmissionRow, DatabaseError> {
        let context = EventContext::of_submission(&row).by(&new.author);
        let revision = self.events().append(now, context, what)?;
        let row = SubmissionRow { revision, ..row };
        self.submissions().record(&row, new.idempotency_key.as_deref())?;
        if let Some(job) = &row.job {
            self.retention().expect_prompts(job)?;
        }
        Ok(row)
    }

    /// Appends an event of a submission, and gives the submission its new state. Returns the revision of both.
    pub(super) fn change_state(
        &self,
        submission: &SubmissionRow,
        by: Option<&CallerName>,
        what: &EventKind,
        state: &SubmissionState,
        now: UnixMs,
    ) -> Result<u64, DatabaseError> {
        let context = EventContext { author: by, ..EventContext::of_submission(submission) };
        let revision = self.events().append(now, context, what)?;
        self.submissions().set_state(&submission.id, state, revision)?;
        Ok(revision)
    }

    /// The decision if the same person sent or queued an equal prompt a moment ago, unless they confirmed this one.
    pub(super) fn possible_duplicate(
        &self,
        new: &NewSubmission,
        now: UnixMs,
    ) -> Result<Option<SubmitDecision>, DatabaseError> {
        if new.is_confirmed {
            return Ok(None);
        }
        let since = now.plus_ms(-DUPLICATE_WITHIN_MS);
        let equal = self.submissions().equal_prompts(&new.author, &new.prompt, since)?;
        let earlier = equal.into_iter().find(|earlier| has_target(earlier, new.job.as_ref()));
        Ok(earlier.map(|earlier| SubmitDecision::PossibleDuplicate { submission: earlier.id }))
    }
}

impl NewSubmission {
    /// Its row, before the event that records it.
    pub(super) fn row(&self, state: SubmissionState, now: UnixMs) -> SubmissionRow {
        SubmissionRow {
            id: self.id.clone(),
            kind: if self.job.is_some() { SubmissionKind::FollowUp } else { SubmissionKind::Create },
            job: self.job.clone(),
            prompt: StoredPrompt::Text(self.prompt.clone()),
            author: self.author.clone(),
            submitted_at: now,
            state,
            revision: 0,
            labels: self.labels.clone(),
        }
    }
}

/// Whether a submission follows up this job or, for `None`, created one.
fn has_target(submission: &SubmissionRow, job: Option<&JobId>) -> bool {
    match submission.kind {
        SubmissionKind::Create => job.is_none(),
        SubmissionKind::FollowUp => job.is_some() && submission.job.as_ref() == job,
    }
}
