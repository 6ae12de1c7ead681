mod list;
mod row;

use base16ct::lower::encode_string;
use docket_wire::{CallerName, Fault, JobId, SubmissionId, SubmissionState, UnixMs};
use sha2::{Digest, Sha256};

use super::column::{next, to_json};
use crate::storage::{Database, DatabaseError, Row, Value};
use row::{stored_kind, stored_state};

pub use row::{StoredPrompt, SubmissionRow};

/// The submissions: every prompt that was sent in, and what became of it.
#[derive(Debug)]
pub(in crate::jobs) struct SubmissionsTable<'a, D>(pub(in crate::jobs) &'a D);

/// The earlier submission with an idempotency key.
#[derive(Debug)]
pub(in crate::jobs) struct EarlierSubmission {
    pub(in crate::jobs) submission: SubmissionRow,
    /// The prompt of the request that the key came with, which a person may have edited since.
    pub(in crate::jobs) requested: RequestedPrompt,
    /// HTTP status and body of the service's answer, if it accepted the submission.
    pub(in crate::jobs) answer: Option<(u16, String)>,
}

/// The prompt that an idempotency key came with.
#[derive(Debug)]
pub(in crate::jobs) enum RequestedPrompt {
    Text(String),
    /// What is left of a deleted one.
    Digest(String),
}

impl RequestedPrompt {
    /// The digest of a prompt that came with a key. The key makes equal prompts differ, so that a short one is hard to
    /// guess.
    pub(in crate::jobs) fn digest(key: &str, prompt: &str) -> String {
        let digest: [u8; 32] = Sha256::digest([key, prompt].join("\0").as_bytes()).into();
        encode_string(&digest)
    }

    /// Whether it is the prompt of this request.
    pub(in crate::jobs) fn is(&self, key: &str, prompt: &str) -> bool {
        match self {
            Self::Text(text) => text == prompt,
            Self::Digest(digest) => *digest == Self::digest(key, prompt),
        }
    }
}

/// The condition of the index `submissions_open`. SQLite uses a partial index only where the query repeats its
/// condition, so a query for some of these states repeats it to avoid reading every submission there ever was.
pub(in crate::jobs::store) const IS_OPEN: &str = "state IN ('queued', 'sending', 'rejected', 'unknown')";

impl<D: Database> SubmissionsTable<'_, D> {
    /// One submission; `None` if the ledger does not have it.
    pub(in crate::jobs) fn load(&self, id: &SubmissionId) -> Result<Option<SubmissionRow>, DatabaseError> {
        Ok(self.select("id = ?", &[id.as_str().into()])?.pop())
    }

    /// Submissions that are being sent, oldest first.
    pub(in crate::jobs) fn sending(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        self.select(&format!("{IS_OPEN} AND state = 'sending' ORDER BY submitted_at"), &[])
    }

    /// All queued follow-ups, in the order in which they were queued.
    pub(in crate::jobs) fn queued(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        self.select(&format!("{IS_OPEN} AND state = 'queued' ORDER BY rowid"), &[])
    }

    pub(in crate::jobs) fn has_queued(&self) -> Result<bool, DatabaseError> {
        self.exists(&format!("{IS_OPEN} AND state = 'queued'"), &[])
    }

    /// The first queued follow-up of every job that has no follow-up in flight or of unknown outcome, in the
    /// order in which they were queued.
    pub(in crate::jobs) fn first_queued(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        // SQLite takes the other columns from the row with the lowest number. Sorting here would read a row even if
        // none is queued, and this runs with every poll.
        let rows = self.0.run(
            &format!(
                "SELECT {}, MIN(rowid) FROM submissions AS queued WHERE {IS_OPEN} AND state = 'queued' AND NOT EXISTS (
                    SELECT 1 FROM submissions AS other WHERE other.job_id = queued.job_id
                    AND other.kind = 'follow_up' AND other.state IN ('sending', 'unknown')
                 ) GROUP BY job_id",
                SubmissionRow::COLUMNS
            ),
            &[],
        )?;
        let read = |mut row: Row| {
            let submission = SubmissionRow::read(&mut row)?;
            Ok((row.integer()?, submission))
        };
        let mut first = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        first.sort_unstable_by_key(|(number, _)| *number);
        Ok(first.into_iter().map(|(_, submission)| submission).collect())
    }

    /// How many follow-ups of a job are queued.
    pub(in crate::jobs) fn queued_count(&self, job: &JobId) -> Result<i64, DatabaseError> {
        let mut rows = self.0.run(
            "SELECT COUNT(*) FROM submissions WHERE state = 'queued' AND job_id = ?",
            &[job.as_str().into()],
        )?;
        rows.first_mut().map_or(Ok(0), Row::integer)
    }

    /// Whether a job has the submission that created it.
    pub(in crate::jobs) fn has_create(&self, job: &JobId) -> Result<bool, DatabaseError> {
        self.exists("job_id = ? AND kind = 'create'", &[job.as_str().into()])
    }

    /// Whether a follow-up of a job is being sent.
    pub(in crate::jobs) fn has_follow_up_in_flight(&self, job: &JobId) -> Result<bool, DatabaseError> {
        self.exists("job_id = ? AND state = 'sending' AND kind = 'follow_up'", &[job.as_str().into()])
    }

    /// Why an earlier attempt to send a submission had no answer; `None` if every attempt had one.
    pub(in crate::jobs) fn unknown_reason(&self, id: &SubmissionId) -> Result<Option<Fault>, DatabaseError> {
        let statement = "SELECT fault FROM submissions WHERE id = ? AND was_unknown = 1";
        self.0.run(statement, &[id.as_str().into()])?.first_mut().map_or(Ok(None), next)
    }

    /// Equal prompts of an author since a moment that were neither rejected nor discarded, newest first.
    pub(in crate::jobs) fn equal_prompts(
        &self,
        author: &CallerName,
        prompt: &str,
        since: UnixMs,
    ) -> Result<Vec<SubmissionRow>, DatabaseError> {
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
                "SELECT {}, COALESCE(requested_prompt, prompt), prompt_digest, answer_status, answer_body FROM submissions
                 WHERE author = ? AND idempotency_key = ?",
                SubmissionRow::COLUMNS
            ),
            &[author.0.as_str().into(), key.into()],
        )?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let submission = SubmissionRow::read(&mut row)?;
        let (text, digest): (String, Option<String>) = (next(&mut row)?, next(&mut row)?);
        let requested = digest.map_or(RequestedPrompt::Text(text), RequestedPrompt::Digest);
        let status: Option<u16> = next(&mut row)?;
        let answer = status.zip(next(&mut row)?);
        Ok(Some(EarlierSubmission { submission, requested, answer }))
    }

    /// Stores a new submission, or an earlier one that its idempotency key sends again, which brings its prompt back.
    pub(in crate::jobs) fn record(
        &self,
        submission: &SubmissionRow,
        idempotency_key: Option<&str>,
    ) -> Result<(), DatabaseError> {
        let (state, _) = stored_state(&submission.state);
        self.0
            .run(
                "INSERT INTO submissions
                    (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, revision)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, fault = NULL,
                    prompt = excluded.prompt, prompt_days = NULL, prompt_digest = NULL,
                    submitted_at = excluded.submitted_at, revision = excluded.revision",
                &[
                    submission.id.as_str().into(),
                    stored_kind(submission.kind).into(),
                    submission.job.as_ref().map(JobId::as_str).into(),
                    submission.prompt.text()?.into(),
                    submission.author.0.as_str().into(),
                    idempotency_key.into(),
                    submission.submitted_at.0.into(),
                    state.into(),
                    (submission.revision as i64).into(),
                ],
            )
            .map(drop)
    }

    /// Moves a submission to another state. While it is sent again, it keeps the reason why its outcome was unknown.
    pub(in crate::jobs) fn set_state(
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

    /// The rejected submissions of callers whose name begins with `prefix`: those of `before` or earlier, and all but
    /// the newest
    /// `kept`.
    pub(in crate::jobs) fn rejected_beyond(
        &self,
        prefix: &str,
        before: UnixMs,
        kept: i64,
    ) -> Result<Vec<SubmissionId>, DatabaseError> {
        let theirs = format!("{IS_OPEN} AND state = 'rejected' AND substr(author, 1, length(?1)) = ?1");
        let statement = format!(
            "SELECT id FROM submissions WHERE {theirs} AND (submitted_at <= ?2 OR rowid NOT IN (
                SELECT rowid FROM submissions WHERE {theirs} ORDER BY submitted_at DESC, rowid DESC LIMIT ?3
             ))"
        );
        let rows = self.0.run(&statement, &[prefix.into(), before.0.into(), kept.into()])?;
        rows.into_iter().map(|mut row| next(&mut row)).collect()
    }

    /// Stores that the service accepted a submission for a job, and its response verbatim.
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

    /// Replaces a prompt. An idempotency key still belongs to the prompt that it came with.
    pub(in crate::jobs) fn set_prompt(
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

    fn select(&self, condition: &str, params: &[Value]) -> Result<Vec<SubmissionRow>, DatabaseError> {
        let columns = SubmissionRow::COLUMNS;
        let rows = self.0.run(&format!("SELECT {columns} FROM submissions WHERE {condition}"), params)?;
        rows.into_iter().map(|mut row| SubmissionRow::read(&mut row)).collect()
    }

    fn exists(&self, condition: &str, params: &[Value]) -> Result<bool, DatabaseError> {
        let found = self.0.run(&format!("SELECT 1 FROM submissions WHERE {condition} LIMIT 1"), params)?;
        Ok(!found.is_empty())
    }
}
