//! Deleted prompts, and submissions without a job.

use docket_wire::{JobId, SubmissionId, UnixMs};

use super::{Expiring, HAS_NO_JOB, RetentionTable};
use crate::jobs::store::IS_CLOSED;
use crate::jobs::store::RequestedPrompt;
use crate::jobs::store::column::next;
use crate::storage::{Database, DatabaseError, Row};

/// A prompt whose text is to be deleted.
#[derive(Debug)]
pub(crate) struct PromptToDelete {
    pub(crate) submission: SubmissionId,
    /// Its idempotency key, with the prompt that came with it.
    requested: Option<(String, String)>,
}

const COLUMNS: &str =
    "id, idempotency_key, CASE WHEN idempotency_key IS NOT NULL THEN COALESCE(requested_prompt, prompt) END";

impl<D: Database> RetentionTable<'_, D> {
    /// When the first rejected or discarded submission was recorded. It may be deleted with its job instead.
    pub(crate) fn first_closed(&self, what: Expiring) -> Result<Option<UnixMs>, DatabaseError> {
        let from = closed(what);
        self.first(&format!("SELECT submitted_at FROM submissions {from} ORDER BY submitted_at LIMIT 1"), &[])
    }

    /// Up to `limit` submissions without a job that were recorded before a moment.
    pub(crate) fn closed_before(
        &self,
        before: UnixMs,
        limit: usize,
    ) -> Result<Vec<SubmissionId>, DatabaseError> {
        let from = closed(Expiring::Jobs);
        let statement = format!(
            "SELECT id FROM submissions {from} AND {HAS_NO_JOB} AND submitted_at < ? ORDER BY submitted_at LIMIT ?"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.0.run(&statement, &[before.0.into(), limit.into()])?;
        rows.into_iter().map(|mut row| next(&mut row)).collect()
    }

    /// Deletes a rejected or discarded submission, and its events before `revision`.
    pub(crate) fn delete_closed(&self, id: &SubmissionId, revision: u64) -> Result<(), DatabaseError> {
        let params = [id.as_str().into(), (revision as i64).into()];
        for job in ["job_id IS NULL", "job_id = (SELECT job_id FROM submissions WHERE id = ?1)"] {
            let statement =
                format!("DELETE FROM events WHERE {job} AND submission_id = ?1 AND revision < ?2");
            self.0.run(&statement, &params)?;
        }
        for statement in
            ["DELETE FROM submissions WHERE id = ?", "DELETE FROM read_marks WHERE item = 'submission:' || ?"]
        {
            self.0.run(statement, &params[..1])?;
        }
        Ok(())
    }

    /// Up to `limit` stored prompts without a job that were recorded before a moment.
    pub(crate) fn closed_prompts(
        &self,
        before: UnixMs,
        limit: usize,
    ) -> Result<Vec<PromptToDelete>, DatabaseError> {
        let from = closed(Expiring::Prompts);
        let statement = format!(
            "SELECT {COLUMNS} FROM submissions {from} AND {HAS_NO_JOB} AND submitted_at < ? ORDER BY submitted_at LIMIT ?"
        );
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.0.run(&statement, &[before.0.into(), limit.into()])?.into_iter().map(read).collect()
    }

    /// Up to `limit` stored prompts of a job.
    pub(crate) fn prompts_of(&self, job: &JobId, limit: usize) -> Result<Vec<PromptToDelete>, DatabaseError> {
        let statement =
            format!("SELECT {COLUMNS} FROM submissions WHERE job_id = ? AND prompt_days IS NULL LIMIT ?");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.0.run(&statement, &[job.as_str().into(), limit.into()])?.into_iter().map(read).collect()
    }

    /// Deletes the text of a prompt. A digest replaces it, by which the ledger still recognizes a repeated request. A rejected
    /// prompt keeps its revision, because an inbox would show it as news with a new one.
    pub(crate) fn delete_prompt(
        &self,
        prompt: &PromptToDelete,
        after_days: u32,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        let digest = prompt.requested.as_ref().map(|(key, text)| RequestedPrompt::digest(key, text));
        let params = [
            i64::from(after_days).into(),
            digest.into(),
            (revision as i64).into(),
            prompt.submission.as_str().into(),
        ];
        self.0
            .run(
                "UPDATE submissions SET prompt = '', requested_prompt = NULL, prompt_days = ?, prompt_digest = ?,
                    revision = CASE WHEN state = 'rejected' THEN revision ELSE ? END WHERE id = ?",
                &params,
            )
            .map(drop)
    }

    /// Records that no prompt of a job is stored any more, and removes them from the search index.
    pub(crate) fn delete_job_prompts(&self, number: i64) -> Result<(), DatabaseError> {
        for statement in
            ["DELETE FROM search WHERE rowid = ?", "UPDATE jobs SET has_prompts = 0 WHERE number = ?"]
        {
            self.0.run(statement, &[number.into()])?;
        }
        Ok(())
    }

    /// Records that a job has a stored prompt, which retention deletes one day.
    pub(crate) fn expect_prompts(&self, job: &JobId) -> Result<(), DatabaseError> {
        let statement = "UPDATE jobs SET has_prompts = 1 WHERE id = ? AND has_prompts = 0";
        self.0.run(statement, &[job.as_str().into()]).map(drop)
    }
}

/// The index of rejected and discarded submissions, with its condition.
pub(super) fn closed(what: Expiring) -> String {
    match what {
        Expiring::Jobs => format!("INDEXED BY submissions_closed WHERE {IS_CLOSED}"),
        Expiring::Prompts => {
            format!("INDEXED BY submissions_closed_prompts WHERE {IS_CLOSED} AND prompt_days IS NULL")
        }
    }
}

fn read(mut row: Row) -> Result<PromptToDelete, DatabaseError> {
    let submission = next(&mut row)?;
    let (key, text): (Option<String>, Option<String>) = (next(&mut row)?, next(&mut row)?);
    Ok(PromptToDelete { submission, requested: key.zip(text) })
}
