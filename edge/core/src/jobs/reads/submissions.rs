//! Submissions, one by one and as a list of those that are open.

use docket_wire::{Submission, SubmissionId, SubmissionsPage, SubmissionsQuery};

use super::JobReads;
use super::message_size::SizeBudget;
use crate::jobs::store::SubmissionRow;
use crate::storage::{Database, DatabaseError};

impl<D: Database> JobReads<'_, D> {
    /// One submission with its whole prompt; `None` if the ledger does not have it.
    pub fn submission(&self, id: &SubmissionId) -> Result<Option<Submission>, DatabaseError> {
        Ok(self.submissions().load(id)?.map(SubmissionRow::shown))
    }

    /// A page of the submissions that are queued, being sent, rejected or of unknown outcome, newest first.
    pub fn open_submissions(&self, query: &SubmissionsQuery) -> Result<SubmissionsPage, DatabaseError> {
        let limit = query.page_limit();
        let mut submissions = self.submissions().open(query.before.as_ref(), i64::from(limit) + 1)?;
        let has_more = SizeBudget::of_message().truncate(&mut submissions, limit as usize);
        Ok(SubmissionsPage { submissions, has_more })
    }

    /// Whether the ledger has a submission.
    pub fn has_submission(&self, id: &SubmissionId) -> Result<bool, DatabaseError> {
        self.submissions().has(id)
    }
}
