use docket_wire::{
    CallerName, Fault, JobId, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use super::column::{next, to_json};
use crate::storage::{Database, DatabaseError, Row, Value};

/// The submissions: every prompt that was sent in, and what became of it.
#[derive(Debug)]
pub(in crate::jobs) struct SubmissionsTable<'a, D>(pub(in crate::jobs) &'a D);

/// The earlier submission with an idempotency key.
#[derive(Debug)]
pub(in crate::jobs) struct EarlierSubmission {
    pub(in crate::jobs) submission: Submission,
    /// HTTP status and body of the service's answer, if it accepted the submission.
    pub(in crate::jobs) answer: Option<(u16, String)>,
}

const COLUMNS: &str = "id, kind, job_id, prompt, author, submitted_at, state, fault, revision";

/// The condition of the index `submissions_open`. SQLite uses a partial index only where the query repeats its
/// condition, so a query for some of these states repeats it to avoid reading every submission there ever was.
const IS_OPEN: &str = "state IN ('queued', 'sending', 'rejected', 'unknown')";

impl<D: Database> SubmissionsTable<'_, D> {
    /// One submission; `None` if the ledger does not have it.
    pub(in crate::jobs) fn load(&self, id: &SubmissionId) -> Result<Option<Submission>, DatabaseError> {
        Ok(self.select("id = ?", &[id.as_str().into()])?.pop())
    }

    /// The submissions of a job, oldest first.
    pub(in crate::jobs) fn of_job(&self, job: &JobId) -> Result<Vec<Submission>, DatabaseError> {
        self.select("job_id = ? ORDER BY submitted_at, revision", &[job.as_str().into()])
    }

    /// The submissions that changed after a revision.
    pub(in crate::jobs) fn changed_after(&self, revision: u64) -> Result<Vec<Submission>, DatabaseError> {
        self.select("revision > ? ORDER BY revision", &[(revision as i64).into()])
    }

    /// Submissions that are queued, being sent, rejected or of unknown outcome, oldest first.
    pub(in crate::jobs) fn open(&self, limit: i64) -> Result<Vec<Submission>, DatabaseError> {
        self.select(&format!("{IS_OPEN} ORDER BY submitted_at, rowid LIMIT ?"), &[limit.into()])
    }

    /// Creates that have no job, newest first, without those rejected at `rejected_before` or earlier.
    pub(in crate::jobs) fn open_creates(
        &self,
        rejected_before: UnixMs,
        limit: i64,
    ) -> Result<Vec<Submission>, DatabaseError> {
        self.select(
            &format!(
                "{IS_OPEN} AND state <> 'queued' AND kind = 'create' AND (state <> 'rejected' OR submitted_at > ?)
                 ORDER BY submitted_at DESC LIMIT ?"
            ),
            &[rejected_before.0.into(), limit.into()],
        )
    }

    /// Submissions that are being sent, oldest first.
    pub(in crate::jobs) fn sending(&self) -> Result<Vec<Submission>, DatabaseError> {
        self.select(&format!("{IS_OPEN} AND state = 'sending' ORDER BY submitted_at"), &[])
    }

    /// The first queued follow-up of every job that has no follow-up in flight or of unknown outcome, in the
    /// order in which they were queued.
    pub(in crate::jobs) fn first_queued(&self) -> Result<Vec<Submission>, DatabaseError> {
        self.select(
            &format!(
                "rowid IN (
                    SELECT MIN(rowid) FROM submissions AS queued WHERE {IS_OPEN} AND state = 'queued' AND NOT EXISTS (
                        SELECT 1 FROM submissions AS other WHERE other.job_id = queued.job_id
                        AND other.kind = 'follow_up' AND other.state IN ('sending', 'unknown')
                    ) GROUP BY job_id
                 ) ORDER BY rowid"
            ),
            &[],
        )
    }

    /// How many follow-ups of a job are queued.
    pub(in crate::jobs) fn queued_count(&self, job: &JobId) -> Result<i64, DatabaseError> {
        let mut rows = self.0.run(
            "SELECT COUNT(*) FROM submissions WHERE state = 'queued' AND job_id = ?",
            &[job.as_str().into()],
        )?;
        rows.first_mut().map_or(Ok(0), Row::integer)
    }

    /// Whether a follow-up of a job is being sent.
    pub(in crate::jobs) fn has_follow_up_in_flight(&self, job: &JobId) -> Result<bool, DatabaseError> {
        self.exists("job_id = ? AND state = 'sending' AND kind = 'follow_up'", &[job.as_str().into()])
    }

    /// Whether an earlier attempt to send a submission had no answer.
    pub(in crate::jobs) fn was_unknown(&self, id: &SubmissionId) -> Result<bool, DatabaseError> {
        self.exists("id = ? AND was_unknown = 1", &[id.as_str().into()])
    }

    /// Equal prompts of an author since a moment that were neither rejected nor discarded, newest first.
    pub(in crate::jobs) fn equal_prompts(
        &self,
        author: &CallerName,
        prompt: &str,
        since: UnixMs,
    ) -> Result<Vec<Submission>, DatabaseError> {
        self.select(
            "author = ? AND submitted_at > ? AND prompt = ? AND state NOT IN ('rejected', 'discarded')
             ORDER BY submitted_at DESC",
            &[author.0.as_str().into(), since.0.into(), prompt.into()],
        )
    }

    /// The submission with an author's idempotency key. Keys do not expire.
    pub(in crate::jobs) fn by_key(
        &self,
        author: &CallerName,
        key: &str,
    ) -> Result<Option<EarlierSubmission>, DatabaseError> {
        let found = self.0.run(
            &format!(
                "SELECT {COLUMNS}, answer_status, answer_body FROM submissions
                 WHERE author = ? AND idempotency_key = ?"
            ),
            &[author.0.as_str().into(), key.into()],
        )?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let submission = read(&mut row)?;
        let status: Option<u16> = next(&mut row)?;
        let answer = status.zip(next(&mut row)?);
        Ok(Some(EarlierSubmission { submission, answer }))
    }

    /// Stores a new submission, or an earlier one that its idempotency key sends again.
    pub(in crate::jobs) fn record(
        &self,
        submission: &Submission,
        idempotency_key: Option<&str>,
    ) -> Result<(), DatabaseError> {
        let (state, _) = stored_state(&submission.state);
        self.0
            .run(
                "INSERT INTO submissions
                    (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, revision)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, fault = NULL,
                    submitted_at = excluded.submitted_at, revision = excluded.revision",
                &[
                    submission.id.as_str().into(),
                    stored_kind(submission.kind).into(),
                    submission.job.as_ref().map(JobId::as_str).into(),
                    submission.prompt.as_str().into(),
                    submission.author.0.as_str().into(),
                    idempotency_key.into(),
                    submission.submitted_at.0.into(),
                    state.into(),
                    (submission.revision as i64).into(),
                ],
            )
            .map(drop)
    }

    /// Moves a submission to another state.
    pub(in crate::jobs) fn set_state(
        &self,
        id: &SubmissionId,
        state: &SubmissionState,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        let (state, reason) = stored_state(state);
        self.0
            .run(
                "UPDATE submissions SET state = ?1, fault = ?2, revision = ?3,
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

    /// Stores that the service accepted a submission for a job, and its answer word for word.
    pub(in crate::jobs) fn set_accepted(
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

    pub(in crate::jobs) fn set_prompt(
        &self,
        id: &SubmissionId,
        prompt: &str,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        self.0
            .run(
                "UPDATE submissions SET prompt = ?, revision = ? WHERE id = ?",
                &[prompt.into(), (revision as i64).into(), id.as_str().into()],
            )
            .map(drop)
    }

    fn select(&self, condition: &str, params: &[Value]) -> Result<Vec<Submission>, DatabaseError> {
        let rows = self.0.run(&format!("SELECT {COLUMNS} FROM submissions WHERE {condition}"), params)?;
        rows.into_iter().map(|mut row| read(&mut row)).collect()
    }

    fn exists(&self, condition: &str, params: &[Value]) -> Result<bool, DatabaseError> {
        let found = self.0.run(&format!("SELECT 1 FROM submissions WHERE {condition} LIMIT 1"), params)?;
        Ok(!found.is_empty())
    }
}

fn read(row: &mut Row) -> Result<Submission, DatabaseError> {
    Ok(Submission {
        id: next(row)?,
        kind: read_kind(&row.text()?)?,
        job: next(row)?,
        prompt: next(row)?,
        author: next(row)?,
        submitted_at: next(row)?,
        state: read_state(&row.text()?, next(row)?)?,
        revision: next(row)?,
    })
}

fn stored_kind(kind: SubmissionKind) -> &'static str {
    match kind {
        SubmissionKind::Create => "create",
        SubmissionKind::FollowUp => "follow_up",
    }
}

fn read_kind(kind: &str) -> Result<SubmissionKind, DatabaseError> {
    match kind {
        "create" => Ok(SubmissionKind::Create),
        "follow_up" => Ok(SubmissionKind::FollowUp),
        unknown => Err(DatabaseError(format!("unknown kind of submission: {unknown}"))),
    }
}

/// The columns `state` and `fault` of a state.
fn stored_state(state: &SubmissionState) -> (&'static str, Option<&Fault>) {
    match state {
        SubmissionState::Queued => ("queued", None),
        SubmissionState::Sending => ("sending", None),
        SubmissionState::Accepted => ("accepted", None),
        SubmissionState::Rejected { reason } => ("rejected", Some(reason)),
        SubmissionState::Unknown { reason } => ("unknown", Some(reason)),
        SubmissionState::Discarded => ("discarded", None),
    }
}

fn read_state(state: &str, fault: Option<Fault>) -> Result<SubmissionState, DatabaseError> {
    match (state, fault) {
        ("queued", _) => Ok(SubmissionState::Queued),
        ("sending", _) => Ok(SubmissionState::Sending),
        ("accepted", _) => Ok(SubmissionState::Accepted),
        ("rejected", Some(reason)) => Ok(SubmissionState::Rejected { reason }),
        ("unknown", Some(reason)) => Ok(SubmissionState::Unknown { reason }),
        ("discarded", _) => Ok(SubmissionState::Discarded),
        (state, _) => Err(DatabaseError(format!("unknown state of a submission, or no reason: {state}"))),
    }
}
