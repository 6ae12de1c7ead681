use docket_wire::{ErrorReason, JobId, Polling, UnixMs};

use super::JobReads;
use crate::jobs::schedule::LATE_MS;
use crate::jobs::store::JobRow;
use crate::storage::{Database, DatabaseError};

/// The service's last response for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJob {
    /// A job in JSON, as the service sent it.
    pub body: String,
    /// When the service sent it.
    pub checked_at: UnixMs,
    /// Whether and when the job is polled.
    pub polling: Polling,
    /// Whether the job has ended and no follow-up is expected to make it active.
    pub has_ended: bool,
    /// Whether it may be active, and only reads poll it.
    pub is_unpolled: bool,
    /// Why polling was suspended for good, if the service does not have the job any more.
    pub missing: Option<ErrorReason>,
}

impl StoredJob {
    /// Whether a program sees the same. A new response can be equal to the one before.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.body == other.body && self.polling.as_str() == other.polling.as_str()
    }

    /// Whether a poll should have brought a newer response: the last one failed, or the next one is late.
    #[must_use]
    pub fn should_be_newer(&self, now: UnixMs) -> bool {
        let is_late = match &self.polling {
            Polling::Scheduled { next_at, .. } => now.since_ms(*next_at) > LATE_MS,
            Polling::Ended | Polling::Stopped | Polling::Suspended { .. } => false,
        };
        is_late || self.polling.last_error().is_some()
    }
}

impl<D: Database> JobReads<'_, D> {
    /// The service's last response for a job; `None` if the ledger does not have the job.
    pub fn stored_job(&self, id: &JobId) -> Result<Option<StoredJob>, DatabaseError> {
        Ok(self.jobs().load(id)?.map(StoredJob::from))
    }
}

impl From<JobRow> for StoredJob {
    fn from(row: JobRow) -> Self {
        Self {
            polling: row.polling(),
            has_ended: row.has_ended(),
            is_unpolled: row.is_unpolled(),
            missing: row.missing().cloned(),
            body: row.body,
            checked_at: row.checked_at,
        }
    }
}
