use docket_wire::{JobId, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

/// The service's last response for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJob {
    /// A job in JSON, word for word.
    pub body: String,
    /// When the service sent it.
    pub checked_at: UnixMs,
    /// The ledger's revision when the job last changed.
    pub revision: u64,
    /// Whether the job has ended and is not polled.
    pub has_ended: bool,
}

impl<D: Database> Ledger<D> {
    /// The service's last response for a job; `None` if the ledger does not have the job.
    pub fn stored_job(&self, id: &JobId) -> Result<Option<StoredJob>, DatabaseError> {
        Ok(self.jobs().load(id)?.map(|row| StoredJob {
            has_ended: row.status.has_ended() && row.next_poll_at.is_none(),
            body: row.body,
            checked_at: row.checked_at,
            revision: row.revision,
        }))
    }
}
