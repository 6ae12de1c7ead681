//! Idempotency keys: what an earlier submission with the same key means.

use docket_wire::{Fault, JobId, SubmissionId};

use super::rows::{ACCEPTED, DISCARDED, QUEUED, SENDING, UNKNOWN, id_or_null, parse_json};
use super::{Ledger, NewSubmission, StoredAnswer, SubmitDecision};
use crate::storage::{Database, DatabaseError};

/// What an earlier submission with the same key looks like.
pub(super) struct IdempotencyRecord {
    pub(super) id: SubmissionId,
    pub(super) is_same_request: bool,
    pub(super) state: String,
    fault: Option<Fault>,
    answer: Option<StoredAnswer>,
}

impl<D: Database> Ledger<D> {
    /// The submission of the same author with the same key. Keys are never forgotten.
    pub(super) fn earlier(&self, new: &NewSubmission) -> Result<Option<IdempotencyRecord>, DatabaseError> {
        let Some(key) = &new.idempotency_key else { return Ok(None) };
        let found = self.db.run(
            "SELECT id, kind, job_id, prompt, state, fault, answer_status, answer_body FROM submissions
             WHERE author = ? AND idempotency_key = ?",
            &[new.author.0.as_str().into(), key.as_str().into()],
        )?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let id = row.parsed()?;
        let is_create = row.text()? == "create";
        let job: Option<JobId> = id_or_null(&mut row)?;
        // A create carries the job that it made; it was asked for without one.
        let is_same_target = if is_create { new.job.is_none() } else { new.job == job };
        let is_same_request = row.text()? == new.prompt && is_same_target;
        let state = row.text()?;
        let fault = row.text_or_null()?.map(|text| parse_json(&text)).transpose()?;
        let status = row.integer_or_null()?.and_then(|status| u16::try_from(status).ok());
        let answer = status.zip(row.text_or_null()?).map(|(status, body)| StoredAnswer { status, body });
        Ok(Some(IdempotencyRecord { id, is_same_request, state, fault, answer }))
    }
}

impl IdempotencyRecord {
    /// What the same key means when it is not to be tried again.
    pub(super) fn admission(&self) -> Result<SubmitDecision, DatabaseError> {
        if !self.is_same_request {
            return Ok(SubmitDecision::KeyReused);
        }
        let submission = self.id.clone();
        match (self.state.as_str(), &self.answer, &self.fault) {
            (QUEUED, _, _) => Ok(SubmitDecision::Queued { submission }),
            (SENDING, _, _) => Ok(SubmitDecision::UnderWay { submission }),
            (ACCEPTED, Some(answer), _) => {
                Ok(SubmitDecision::Replayed { submission, answer: answer.clone() })
            }
            (UNKNOWN, _, Some(reason)) => Ok(SubmitDecision::Unknown { submission, reason: reason.clone() }),
            (DISCARDED, _, _) => Ok(SubmitDecision::Discarded { submission }),
            (state, _, _) => Err(DatabaseError(format!("a submission in state {state} lacks its outcome"))),
        }
    }
}
