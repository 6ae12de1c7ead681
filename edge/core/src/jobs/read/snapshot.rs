use docket_wire::{JobFilter, Snapshot, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

/// Creates without a job that a snapshot shows.
const OPEN_CREATES_MAX: i64 = 200;
/// How long a rejected create is shown among the jobs. The ledger keeps it.
const REJECTED_SHOWN_MS: i64 = 24 * 3_600_000;

impl<D: Database> Ledger<D> {
    /// The revision of the last event; 0 before the first.
    pub fn revision(&self) -> Result<u64, DatabaseError> {
        self.events().revision()
    }

    /// A page of the jobs that match a filter, newest first. The first page of the unfiltered list also has the
    /// creates that have no job.
    pub fn snapshot(&self, filter: &JobFilter, now: UnixMs) -> Result<Snapshot, DatabaseError> {
        let page = self.page(filter)?;
        let is_first = filter.before.is_none() && filter.is_plain();
        let submissions = if is_first {
            self.submissions().open_creates(now.plus_ms(-REJECTED_SHOWN_MS), OPEN_CREATES_MAX)?
        } else {
            Vec::new()
        };
        Ok(Snapshot { revision: self.revision()?, jobs: page.jobs, submissions, has_more: page.has_more })
    }
}
