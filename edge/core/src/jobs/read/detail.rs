use docket_wire::{JobDetail, JobId, Submission, SubmissionId, SubmissionsPage, SubmissionsQuery};

use super::room::Room;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::SubmissionRow;
use crate::storage::{Database, DatabaseError};

/// Bytes of the long prompts that come with a job.
const DETAIL_PROMPTS_BYTES_MAX: usize = 512 * 1024;

impl<D: Database> Ledger<D> {
    /// One job with its history; `None` if the ledger does not have it.
    pub fn detail(&self, id: &JobId) -> Result<Option<JobDetail>, DatabaseError> {
        let Some(row) = self.jobs().load(id)? else { return Ok(None) };
        let mut submissions = self.submissions().of_job(id)?;
        let mut left = DETAIL_PROMPTS_BYTES_MAX;
        for submission in submissions.iter_mut().rev().filter(|submission| submission.prompt.is_none()) {
            let Some(row) = self.submissions().load(&submission.id)? else { continue };
            let Some(rest) = left.checked_sub(row.prompt.len()) else { break };
            left = rest;
            submission.prompt = Some(row.prompt);
        }
        Ok(Some(JobDetail {
            revision: self.revision()?,
            job: row.entry()?,
            submissions,
            events: self.events().of_job(id)?,
        }))
    }

    /// One submission with its whole prompt; `None` if the ledger does not have it.
    pub fn submission(&self, id: &SubmissionId) -> Result<Option<Submission>, DatabaseError> {
        Ok(self.submissions().load(id)?.map(SubmissionRow::shown))
    }

    /// One submission as it is stored, to be sent; `None` if the ledger does not have it.
    pub fn recorded(&self, id: &SubmissionId) -> Result<Option<SubmissionRow>, DatabaseError> {
        self.submissions().load(id)
    }

    /// A page of the submissions that are queued, being sent, rejected or of unknown outcome, newest first.
    pub fn open_submissions(&self, query: &SubmissionsQuery) -> Result<SubmissionsPage, DatabaseError> {
        let limit = query.limit.unwrap_or(SubmissionsQuery::LIMIT).min(SubmissionsQuery::LIMIT_MAX);
        let mut submissions = self.submissions().open(query.before.as_ref(), i64::from(limit) + 1)?;
        let has_more = Room::of_message().cut(&mut submissions, limit as usize);
        Ok(SubmissionsPage { submissions, has_more })
    }

    /// Whether the ledger has a submission.
    pub fn has_submission(&self, id: &SubmissionId) -> Result<bool, DatabaseError> {
        Ok(self.submissions().load(id)?.is_some())
    }
}
