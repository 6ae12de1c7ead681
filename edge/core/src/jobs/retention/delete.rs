//! Deletes what has expired, in portions.

use docket_wire::{DAY_MS, EventKind, SubmissionId, UnixMs};

use super::{LedgerRetention, RECHECK_MS};
use crate::jobs::store::EventContext;
use crate::storage::{Database, DatabaseError};

/// Events, submissions and prompts that one portion deletes, at most.
pub(super) const ROWS_MAX: usize = 100;
/// A client that missed the event of a deletion for this long gets a snapshot.
const DELETION_EVENT_MS: i64 = DAY_MS;

/// What one portion deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeletedRecords {
    /// Jobs, and prompts that created no job.
    pub jobs: usize,
    /// Jobs whose prompts were deleted, and prompts that created no job.
    pub prompts: usize,
    /// Whether anything was deleted, so that there may be more.
    pub is_any: bool,
}

impl<D: Database> LedgerRetention<'_, D> {
    /// Deletes one portion of what has expired, in a transaction of its own. The caller repeats it until nothing is
    /// deleted.
    pub fn delete_expired(&self, now: UnixMs) -> Result<DeletedRecords, DatabaseError> {
        if self.next_at(now)?.is_none_or(|at| at > now) {
            return Ok(DeletedRecords::default());
        }
        let deleted = self.cache.atomically(self.db, || {
            let deleted = self.delete_expired_jobs(now)?;
            if deleted.is_any { Ok(deleted) } else { self.delete_expired_prompts(now) }
        })?;
        let next = if deleted.is_any {
            Some(now)
        } else {
            // Everything that has expired and remains waits for a person.
            self.first_expiry(now)?.map(|at| at.max(now.plus_ms(RECHECK_MS)))
        };
        self.cache.retention_at.set(next);
        Ok(deleted)
    }

    fn delete_expired_jobs(&self, now: UnixMs) -> Result<DeletedRecords, DatabaseError> {
        let Some(before) = self.jobs_before(now) else { return Ok(DeletedRecords::default()) };
        let table = self.table();
        if let Some(job) = table.expired_job(before)? {
            let is_whole = table.delete_history(&job.id, self.events.revision()?, ROWS_MAX)? < ROWS_MAX;
            if is_whole {
                let context = EventContext::of_job(&job.id);
                let revision = self.append_deletion(context, now)?;
                table.delete_job(&job, revision)?;
            }
            return Ok(DeletedRecords { jobs: is_whole.into(), prompts: 0, is_any: true });
        }
        let closed = table.closed_before(before, ROWS_MAX)?;
        self.delete_closed(&closed, now)?;
        Ok(DeletedRecords { jobs: closed.len(), prompts: 0, is_any: !closed.is_empty() })
    }

    /// Deletes rejected or discarded submissions.
    pub(crate) fn delete_closed(
        &self,
        submissions: &[SubmissionId],
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        for id in submissions {
            let context = EventContext { submission: Some(id), ..EventContext::default() };
            let revision = self.append_deletion(context, now)?;
            self.table().delete_closed(id, revision)?;
        }
        Ok(())
    }

    /// Appends the event of a deletion, and deletes the events of deletions that are too old to be sent to a client.
    fn append_deletion(&self, context: EventContext<'_>, now: UnixMs) -> Result<u64, DatabaseError> {
        let revision = self.events.append(now, context, &EventKind::Deleted)?;
        let before = now.plus_ms(-DELETION_EVENT_MS);
        self.table().forget_deletions(before, revision, ROWS_MAX)?;
        Ok(revision)
    }
}
