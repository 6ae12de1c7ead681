use docket_wire::{JobDetail, JobId, Submission, SubmissionId};

use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

/// Open submissions that are listed at once.
const OPEN_SUBMISSIONS_MAX: i64 = 200;

impl<D: Database> Ledger<D> {
    /// One job with its history; `None` if the ledger does not have it.
    pub fn detail(&self, id: &JobId) -> Result<Option<JobDetail>, DatabaseError> {
        let Some(row) = self.jobs().load(id)? else { return Ok(None) };
        Ok(Some(JobDetail {
            revision: self.revision()?,
            job: row.entry()?,
            submissions: self.submissions().of_job(id)?,
            events: self.events().of_job(id)?,
        }))
    }

    /// One submission; `None` if the ledger does not have it.
    pub fn submission(&self, id: &SubmissionId) -> Result<Option<Submission>, DatabaseError> {
        self.submissions().load(id)
    }

    /// The submissions that are queued, being sent, rejected or of unknown outcome, oldest first.
    pub fn open_submissions(&self) -> Result<Vec<Submission>, DatabaseError> {
        self.submissions().open(OPEN_SUBMISSIONS_MAX)
    }
}
