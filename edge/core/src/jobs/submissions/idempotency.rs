//! Idempotency keys: what an earlier submission with the same key decides.

use docket_wire::{SubmissionKind, SubmissionState};

use super::decision::{NewSubmission, SubmitDecision};
use super::outcome::StoredAnswer;
use crate::jobs::store::{EarlierSubmission, StoredPrompt, SubmissionRow, SubmissionsTable};
use crate::storage::{Database, DatabaseError};

/// What a request's idempotency key says about it.
pub(super) enum IdempotencyRecord {
    /// The request is new: there is no key, or no submission with it.
    New,
    /// The earlier submission was rejected, so it was not carried out: the request sends it again.
    Retry(SubmissionRow),
    /// The earlier submission decides.
    Decided(SubmitDecision),
}

impl NewSubmission {
    pub(super) fn idempotency_record(
        &self,
        submissions: &SubmissionsTable<'_, impl Database>,
    ) -> Result<IdempotencyRecord, DatabaseError> {
        let Some(key) = &self.idempotency_key else { return Ok(IdempotencyRecord::New) };
        match submissions.by_key(&self.author, key)? {
            Some(earlier) => decide(earlier, self),
            None => Ok(IdempotencyRecord::New),
        }
    }
}

fn decide(earlier: EarlierSubmission, new: &NewSubmission) -> Result<IdempotencyRecord, DatabaseError> {
    let EarlierSubmission { submission: earlier, requested, answer } = earlier;
    let is_same_target = match earlier.kind {
        // The earlier submission has the job that it created; its request named none.
        SubmissionKind::Create => new.job.is_none(),
        SubmissionKind::FollowUp => new.job == earlier.job,
    };
    let is_same_prompt = requested.matches(new.idempotency_key.as_deref().unwrap_or_default(), &new.prompt);
    if !is_same_target || !is_same_prompt || earlier.labels != new.labels {
        return Ok(IdempotencyRecord::Decided(SubmitDecision::KeyReused));
    }
    let submission = earlier.id.clone();
    Ok(IdempotencyRecord::Decided(match earlier.state {
        SubmissionState::Rejected { .. } => {
            let prompt = match earlier.prompt {
                StoredPrompt::Deleted { .. } => StoredPrompt::Text(new.prompt.clone()),
                stored @ StoredPrompt::Text(_) => stored,
            };
            return Ok(IdempotencyRecord::Retry(SubmissionRow { prompt, ..earlier }));
        }
        SubmissionState::Queued => SubmitDecision::AlreadyQueued { submission },
        SubmissionState::Sending => SubmitDecision::Sending { submission },
        SubmissionState::Accepted => {
            let (status, body) =
                answer.ok_or_else(|| DatabaseError("an accepted submission has no answer".to_owned()))?;
            SubmitDecision::Replayed { submission, answer: StoredAnswer { status, body } }
        }
        SubmissionState::Unknown { reason } => SubmitDecision::Unknown { submission, reason },
        SubmissionState::Discarded => SubmitDecision::Discarded { submission },
    }))
}
