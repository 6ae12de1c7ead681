use docket_wire::{ErrorReason, JobId, Polling, UnixMs};

use super::JobReads;
use crate::http::etag;
use crate::jobs::schedule::POLL_LATE_MS;
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
    /// Why polling was suspended permanently, if the service does not have the job any more.
    pub missing: Option<ErrorReason>,
}

/// What a program sees of a job, without the response's body, which is large. A new response can be equal to the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenJob {
    /// The `ETag` of the response. It is that of the body, because the service also changes fields for which the ledger has no
    /// revision.
    pub tag: String,
    polling: &'static str,
}

impl StoredJob {
    /// What a program sees of it.
    #[must_use]
    pub fn seen(&self) -> SeenJob {
        SeenJob { tag: etag::of_body(&self.body), polling: self.polling.as_str() }
    }

    /// Whether a poll should have brought a newer response: the last one failed, or the next one is late.
    #[must_use]
    pub fn should_be_newer(&self, now: UnixMs) -> bool {
        let is_late = match &self.polling {
            Polling::Scheduled { next_at, .. } => now.since_ms(*next_at) > POLL_LATE_MS,
            Polling::Ended | Polling::Stopped | Polling::Suspended { .. } => false,
        };
        is_late || self.polling.last_error().is_some()
    }
}

impl<D: Database> JobReads<'_, D> {
    /// The service's last response for a job; `None` if the ledger does not have the job.
    pub fn stored_job(&self, id: &JobId) -> Result<Option<StoredJob>, DatabaseError> {
        Ok(self.jobs().find(id)?.map(StoredJob::from))
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
