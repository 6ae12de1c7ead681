//! Changes of submissions.

use docket_wire::{JobId, SubmissionId, SubmissionState};

use super::row::stored_state;
use super::{SubmissionRow, SubmissionsTable};
use crate::jobs::store::column::{Column, to_json};
use crate::jobs::store::jobs::join_labels;
use crate::storage::{Database, DatabaseError};

impl<D: Database> SubmissionsTable<'_, D> {
    /// Stores a new submission, or an earlier one that a request with the same idempotency key sends again. That restores a deleted
    /// prompt.
    pub(crate) fn record(
        &self,
        submission: &SubmissionRow,
        idempotency_key: Option<&str>,
    ) -> Result<(), DatabaseError> {
        let (state, _) = stored_state(&submission.state);
        self.0
            .run(
                "INSERT INTO submissions
                    (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, revision, labels)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, fault = NULL,
                    prompt = excluded.prompt, prompt_days = NULL, prompt_digest = NULL,
                    submitted_at = excluded.submitted_at, revision = excluded.revision",
                &[
                    submission.id.as_str().into(),
                    submission.kind.to_value()?,
                    submission.job.as_ref().map(JobId::as_str).into(),
                    submission.prompt.text()?.into(),
                    submission.author.0.as_str().into(),
                    idempotency_key.into(),
                    submission.submitted_at.0.into(),
                    state.into(),
                    (submission.revision as i64).into(),
                    join_labels(&submission.labels).into(),
                ],
            )
            .map(drop)
    }

    /// Moves a submission to another state. While it is sent again, it keeps the reason why its outcome was unknown.
    pub(crate) fn set_state(
        &self,
        id: &SubmissionId,
        state: &SubmissionState,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        let (state, reason) = stored_state(state);
        self.0
            .run(
                "UPDATE submissions SET state = ?1, revision = ?3,
                    fault = CASE WHEN ?1 = 'sending' AND was_unknown = 1 THEN fault ELSE ?2 END,
                    was_unknown = MAX(was_unknown, ?1 = 'unknown') WHERE id = ?4",
                &[
                    state.into(),
                    reason.map(to_json).transpose()?.into(),
                    (revision as i64).into(),
                    id.as_str().into(),
                ],
            )
            .map(drop)
    }

    /// Stores that the service accepted a submission for a job, and its response verbatim.
    pub(crate) fn set_accepted(
        &self,
        id: &SubmissionId,
        job: &JobId,
        answer: (u16, &str),
        revision: u64,
    ) -> Result<(), DatabaseError> {
        let (status, body) = answer;
        self.0
            .run(
                "UPDATE submissions SET state = 'accepted', fault = NULL, job_id = COALESCE(job_id, ?),
                    answer_status = ?, answer_body = ?, revision = ? WHERE id = ?",
                &[
                    job.as_str().into(),
                    i64::from(status).into(),
                    body.into(),
                    (revision as i64).into(),
                    id.as_str().into(),
                ],
            )
            .map(drop)
    }

    /// Replaces a prompt. An idempotency key still belongs to the prompt that it came with.
    pub(crate) fn set_prompt(
        &self,
        id: &SubmissionId,
        prompt: &str,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        self.0
            .run(
                "UPDATE submissions SET prompt = ?, revision = ?, requested_prompt =
                    CASE WHEN idempotency_key IS NULL THEN NULL ELSE COALESCE(requested_prompt, prompt) END
                 WHERE id = ?",
                &[prompt.into(), (revision as i64).into(), id.as_str().into()],
            )
            .map(drop)
    }
}
