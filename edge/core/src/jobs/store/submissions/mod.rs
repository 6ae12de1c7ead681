//! The table of submissions, and the reads that decide what happens to them.

mod idempotency;
mod list;
mod row;
mod write;

use docket_wire::{CallerName, ErrorReason, JobId, SubmissionId, UnixMs};

use super::column::next;
use crate::storage::{Database, DatabaseError, Row, Value};

pub(crate) use idempotency::{EarlierSubmission, RequestedPrompt};
pub use row::{StoredPrompt, SubmissionRow};

/// The submissions: every prompt that Docket received, and its outcome.
#[derive(Debug)]
pub(crate) struct SubmissionsTable<'a, D>(pub(crate) &'a D);

/// The condition of the index `submissions_open`. SQLite uses a partial index only where the query repeats its
/// condition, so a query for some of these states repeats it to avoid reading every submission there ever was.
pub(crate) const IS_OPEN: &str = "state IN ('queued', 'sending', 'rejected', 'unknown')";

/// The condition of the index `submissions_closed`.
pub(crate) const IS_CLOSED: &str = "state IN ('rejected', 'discarded')";

/// The index of rejected submissions of programs, with its condition.
const REJECTED_OF_PROGRAMS: &str = "INDEXED BY submissions_rejected_of_programs WHERE state = 'rejected' AND substr(author, 1, 6) = 'token:'";

impl<D: Database> SubmissionsTable<'_, D> {
    /// One submission; `None` if the ledger does not have it.
    pub(crate) fn load(&self, id: &SubmissionId) -> Result<Option<SubmissionRow>, DatabaseError> {
        Ok(self.select("id = ?", &[id.as_str().into()])?.pop())
    }

    /// Whether the ledger has a submission.
    pub(crate) fn has(&self, id: &SubmissionId) -> Result<bool, DatabaseError> {
        let found = self.0.run("SELECT 1 FROM submissions WHERE id = ?", &[id.as_str().into()])?;
        Ok(!found.is_empty())
    }

    /// Submissions that are being sent, oldest first.
    pub(crate) fn sending(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        self.select(&format!("{IS_OPEN} AND state = 'sending' ORDER BY submitted_at"), &[])
    }

    /// All queued follow-ups, in the order in which they were queued.
    pub(crate) fn queued(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        self.select(&format!("{IS_OPEN} AND state = 'queued' ORDER BY rowid"), &[])
    }

    pub(crate) fn has_queued(&self) -> Result<bool, DatabaseError> {
        self.exists(&format!("{IS_OPEN} AND state = 'queued'"), &[])
    }

    /// The first queued follow-up of every job that has no follow-up in flight or of unknown outcome, and none before
    /// it that was rejected since it was queued or edited, in the order in which they were queued. Only that of `job`, if
    /// there is one.
    pub(crate) fn first_queued(&self, job: Option<&JobId>) -> Result<Vec<SubmissionRow>, DatabaseError> {
        let (condition, params) = match job {
            Some(job) => {
                (format!("{IS_OPEN} AND state = 'queued' AND job_id = ?"), vec![job.as_str().into()])
            }
            None => (format!("{IS_OPEN} AND state = 'queued'"), Vec::new()),
        };
        // SQLite takes the other columns from the row with the lowest number.
        let rows = self.0.run(
            &format!(
                "SELECT * FROM (
                    SELECT {}, MIN(rowid) AS number FROM submissions WHERE {condition} GROUP BY job_id
                 ) AS queued WHERE NOT EXISTS (
                    SELECT 1 FROM submissions AS other WHERE other.job_id = queued.job_id AND other.kind = 'follow_up'
                    AND (other.state IN ('sending', 'unknown') OR other.state = 'rejected'
                        AND other.rowid < queued.number AND other.revision > queued.revision)
                 )",
                SubmissionRow::COLUMNS
            ),
            &params,
        )?;
        let read = |mut row: Row| {
            let submission = SubmissionRow::read(&mut row)?;
            Ok((row.integer()?, submission))
        };
        let mut first = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        first.sort_unstable_by_key(|(number, _)| *number);
        Ok(first.into_iter().map(|(_, submission)| submission).collect())
    }

    /// How many submissions are queued, and how many have an unknown outcome. Counts no more than `limit` rows of each.
    pub(crate) fn count_open(&self, limit: u32) -> Result<[u32; 2], DatabaseError> {
        let statement = format!(
            "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE {IS_OPEN} AND state = 'queued' LIMIT ?1)),
                (SELECT COUNT(*) FROM (SELECT 1 FROM submissions WHERE {IS_OPEN} AND state = 'unknown' LIMIT ?1))"
        );
        let mut rows = self.0.run(&statement, &[i64::from(limit).into()])?;
        let row = rows.first_mut().ok_or_else(|| DatabaseError("no count".to_owned()))?;
        Ok([next(row)?, next(row)?])
    }

    /// How many follow-ups of a job are queued.
    pub(crate) fn queued_count(&self, job: &JobId) -> Result<i64, DatabaseError> {
        let mut rows = self.0.run(
            &format!("SELECT COUNT(*) FROM submissions WHERE {IS_OPEN} AND state = 'queued' AND job_id = ?"),
            &[job.as_str().into()],
        )?;
        rows.first_mut().map_or(Ok(0), Row::integer)
    }

    /// Whether a job has the submission that created it.
    pub(crate) fn has_create(&self, job: &JobId) -> Result<bool, DatabaseError> {
        self.exists("job_id = ? AND kind = 'create'", &[job.as_str().into()])
    }

    /// Whether a follow-up of a job is being sent.
    pub(crate) fn has_follow_up_in_flight(&self, job: &JobId) -> Result<bool, DatabaseError> {
        let condition = format!("{IS_OPEN} AND state = 'sending' AND job_id = ? AND kind = 'follow_up'");
        self.exists(&condition, &[job.as_str().into()])
    }

    /// Why an earlier attempt to send a submission had no answer; `None` if every attempt had one.
    pub(crate) fn unknown_reason(&self, id: &SubmissionId) -> Result<Option<ErrorReason>, DatabaseError> {
        let statement = "SELECT fault FROM submissions WHERE id = ? AND was_unknown = 1";
        self.0.run(statement, &[id.as_str().into()])?.first_mut().map_or(Ok(None), next)
    }

    /// Equal prompts of an author since a moment that were neither rejected nor discarded, newest first.
    pub(crate) fn equal_prompts(
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

    /// The rejected submissions of programs that were submitted at `before` or earlier.
    pub(crate) fn rejected_before(&self, before: UnixMs) -> Result<Vec<SubmissionId>, DatabaseError> {
        self.deletable("AND submitted_at <= ?", before.0)
    }

    /// All rejected submissions of programs but the newest `kept`.
    pub(crate) fn rejected_beyond(&self, kept: i64) -> Result<Vec<SubmissionId>, DatabaseError> {
        self.deletable("ORDER BY submitted_at DESC, rowid DESC LIMIT -1 OFFSET ?", kept)
    }

    /// The rejected submissions of programs to delete. One that holds back a queued follow-up is left out, because without it the
    /// follow-up would be sent.
    fn deletable(&self, which: &str, param: i64) -> Result<Vec<SubmissionId>, DatabaseError> {
        let statement = format!(
            "SELECT id FROM (
                SELECT id, job_id, rowid AS number FROM submissions {REJECTED_OF_PROGRAMS} {which}
             ) AS rejected WHERE NOT EXISTS (
                SELECT 1 FROM submissions AS queued WHERE queued.job_id = rejected.job_id AND queued.state = 'queued'
                AND queued.rowid > rejected.number
             )"
        );
        let rows = self.0.run(&statement, &[param.into()])?;
        rows.into_iter().map(|mut row| next(&mut row)).collect()
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

#[cfg(test)]
mod tests {
    use super::REJECTED_OF_PROGRAMS;
    use crate::auth::caller::PROGRAM_PREFIX;

    #[test]
    fn the_index_of_programs_has_their_prefix() {
        let condition = format!("substr(author, 1, {}) = '{PROGRAM_PREFIX}'", PROGRAM_PREFIX.len());
        assert!(REJECTED_OF_PROGRAMS.ends_with(&condition));
    }
}
