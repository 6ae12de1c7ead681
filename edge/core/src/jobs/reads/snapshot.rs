use docket_wire::{DAY_MS, JobFilter, JobId, Snapshot, UnixMs};

use super::JobReads;
use super::message_size::SizeBudget;
use crate::storage::{Database, DatabaseError};

/// Creates without a job that a snapshot shows.
const OPEN_CREATES_MAX: i64 = 200;
/// How long a rejected create is shown among the jobs and in inboxes. The ledger keeps it.
pub(crate) const REJECTED_SHOWN_MS: i64 = DAY_MS;

impl<D: Database> JobReads<'_, D> {
    /// Whether the ledger has a job.
    pub fn has_job(&self, id: &JobId) -> Result<bool, DatabaseError> {
        self.jobs().has(id)
    }

    /// A page of the jobs that match a filter, in its order. The first page of the unfiltered list also has the
    /// newest creates that have no job; [`JobReads::open_submissions`] has all of them.
    pub fn snapshot(&self, filter: &JobFilter, now: UnixMs) -> Result<Snapshot, DatabaseError> {
        let (mut budget, rest) = SizeBudget::of_message().split();
        let is_first = filter.before.is_none() && filter.is_plain();
        let mut submissions = Vec::new();
        if is_first {
            let rejected_before = now.plus_ms(-REJECTED_SHOWN_MS);
            submissions = self.submissions().open_creates(rejected_before, OPEN_CREATES_MAX)?;
            budget.truncate(&mut submissions, usize::MAX);
        }
        let page = self.page(filter, rest.merge(budget))?;
        Ok(Snapshot {
            revision: self.events.revision()?,
            jobs: page.jobs,
            submissions,
            has_more: page.has_more,
        })
    }
}
