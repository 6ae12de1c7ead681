//! Submissions as lists show them: a long prompt is not even read.

use std::sync::LazyLock;

use docket_wire::{JobId, Submission, SubmissionId, UnixMs};

use super::row::read_state;
use super::{IS_CLOSED, IS_OPEN, SubmissionsTable};
use crate::jobs::store::column::{next, to_json};
use crate::jobs::store::jobs::{TITLE_CHARS_MAX, title};
use crate::storage::{Database, DatabaseError, Row, Value};

/// The condition of the index `submissions_failed`.
const IS_FAILED: &str = "state IN ('rejected', 'unknown')";

/// The condition of creates that are shown without a job, with the moment before which a rejected one is not.
const IS_SHOWN: &str = "(state <> 'rejected' OR submitted_at > ?)";

static COLUMNS: LazyLock<String> = LazyLock::new(|| {
    // Twice a title's length leaves room for spaces around its line.
    let start = format!("substr(ltrim(prompt, char(9, 10, 13, 32)), 1, {})", 2 * TITLE_CHARS_MAX);
    let longest = Submission::LISTED_BYTES_MAX;
    let short =
        format!("CASE WHEN prompt_days IS NULL AND octet_length(prompt) <= {longest} THEN prompt END");
    format!("id, kind, job_id, {start}, {short}, prompt_days, author, submitted_at, state, fault, revision")
});

impl<D: Database> SubmissionsTable<'_, D> {
    /// Submissions by their ids, in any order.
    pub(crate) fn listed(&self, ids: &[SubmissionId]) -> Result<Vec<Submission>, DatabaseError> {
        // A Durable Object accepts at most 100 parameters.
        self.list("id IN (SELECT value FROM json_each(?))", &[to_json(&ids)?.into()])
    }

    /// The submissions that changed after a revision: each change has an event of its submission or, where a job's prompts were
    /// deleted, of its job.
    pub(crate) fn changed_after(&self, revision: u64) -> Result<Vec<Submission>, DatabaseError> {
        self.list(
            "id IN (
                SELECT submission_id FROM events WHERE revision > ?1
                UNION SELECT submissions.id FROM events CROSS JOIN submissions USING (job_id)
                WHERE events.revision > ?1 AND what = '{\"kind\":\"prompts_deleted\"}'
             ) AND revision > ?1 ORDER BY revision",
            &[(revision as i64).into()],
        )
    }

    /// Submissions that are queued, being sent, rejected or of unknown outcome, newest first; those after `before`, if
    /// it is given.
    pub(crate) fn open(
        &self,
        before: Option<&SubmissionId>,
        limit: i64,
    ) -> Result<Vec<Submission>, DatabaseError> {
        self.list(
            &format!(
                "{IS_OPEN} AND (?1 IS NULL OR rowid < (SELECT rowid FROM submissions WHERE id = ?1))
                 ORDER BY rowid DESC LIMIT ?2"
            ),
            &[before.map(SubmissionId::as_str).into(), limit.into()],
        )
    }

    /// Submissions that need a decision and changed after a revision, newest first, without creates rejected at
    /// `rejected_before` or earlier.
    pub(crate) fn failed_after(
        &self,
        revision: u64,
        rejected_before: UnixMs,
        limit: i64,
    ) -> Result<Vec<Submission>, DatabaseError> {
        self.list(
            &format!(
                "{IS_FAILED} AND revision > ? AND (kind = 'follow_up' OR {IS_SHOWN}) ORDER BY revision DESC LIMIT ?"
            ),
            &[(revision as i64).into(), rejected_before.0.into(), limit.into()],
        )
    }

    /// Follow-ups of some jobs that need a decision, newest first.
    pub(crate) fn failed_of(&self, jobs: &[&JobId]) -> Result<Vec<Submission>, DatabaseError> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        // The plus keeps SQLite from walking all failed submissions.
        self.list(
            &format!(
                "job_id IN (SELECT value FROM json_each(?)) AND {IS_FAILED} AND kind = 'follow_up' ORDER BY +revision DESC"
            ),
            &[to_json(&jobs)?.into()],
        )
    }

    /// Creates that have no job, newest first, without those rejected at `rejected_before` or earlier.
    pub(crate) fn open_creates(
        &self,
        rejected_before: UnixMs,
        limit: i64,
    ) -> Result<Vec<Submission>, DatabaseError> {
        // Each part has an index. Rejected prompts of people stay for years, so that those of the past are not read.
        self.list(
            &format!(
                "rowid IN (
                    SELECT rowid FROM submissions WHERE {IS_OPEN} AND state IN ('sending', 'unknown') AND kind = 'create'
                    UNION ALL SELECT rowid FROM submissions
                    WHERE {IS_CLOSED} AND state = 'rejected' AND kind = 'create' AND submitted_at > ?
                 ) ORDER BY submitted_at DESC LIMIT ?"
            ),
            &[rejected_before.0.into(), limit.into()],
        )
    }

    fn list(&self, condition: &str, params: &[Value]) -> Result<Vec<Submission>, DatabaseError> {
        let columns = &*COLUMNS;
        let rows = self.0.run(&format!("SELECT {columns} FROM submissions WHERE {condition}"), params)?;
        rows.into_iter().map(read).collect()
    }
}

fn read(mut row: Row) -> Result<Submission, DatabaseError> {
    Ok(Submission {
        id: next(&mut row)?,
        kind: next(&mut row)?,
        job: next(&mut row)?,
        title: title(&row.text()?),
        prompt: next(&mut row)?,
        prompt_deleted_after_days: next(&mut row)?,
        author: next(&mut row)?,
        submitted_at: next(&mut row)?,
        state: read_state(&row.text()?, next(&mut row)?)?,
        revision: next(&mut row)?,
    })
}
