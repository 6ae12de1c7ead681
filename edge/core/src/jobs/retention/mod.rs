//! Retention: the ledger deletes expired jobs and prompts in small portions, and counts them beforehand.
//!
//! It does not delete what is open, polled by the schedule, or waits for a person or the service: a job that is active
//! or expected to become active, or one with a prompt that is queued, being sent or of unknown outcome. Unread jobs are
//! deleted too: read states differ between people, and a person who left reads nothing.

mod delete;
mod preview;
mod prompts;

use docket_wire::{HOUR_MS, JobId, UnixMs};

use super::cache::LedgerCache;
use super::ledger_settings::JobRetention;
use super::store::{EventLog, Expiring, JobsTable, RetentionTable};
use crate::audit::AuditLog;
use crate::retention::{expired_before, expires_at};
use crate::storage::{Database, DatabaseError};

pub use delete::DeletedRecords;

/// Checks again after this time what has expired but cannot be deleted yet.
const RECHECK_MS: i64 = HOUR_MS;

/// What expires of a ledger: jobs, submissions and the texts of prompts, with their events.
#[derive(Debug)]
pub struct LedgerRetention<'a, D> {
    db: &'a D,
    cache: &'a LedgerCache,
    events: EventLog<'a, D>,
    audit: AuditLog<'a, D>,
    settings: JobRetention,
}

impl<'a, D: Database> LedgerRetention<'a, D> {
    pub(super) fn new(
        db: &'a D,
        cache: &'a LedgerCache,
        events: EventLog<'a, D>,
        audit: AuditLog<'a, D>,
        settings: JobRetention,
    ) -> Self {
        Self { db, cache, events, audit, settings }
    }

    fn table(&self) -> RetentionTable<'a, D> {
        RetentionTable(self.db)
    }

    fn jobs(&self) -> JobsTable<'a, D> {
        JobsTable::new(self.db, &self.cache.jobs)
    }

    /// The earliest time at which something may expire; `None` if the settings store everything indefinitely, or
    /// nothing has ended. Once it is known, this reads nothing.
    pub(super) fn next_at(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let known = &self.cache.retention_at;
        if known.get().is_none() {
            known.set(self.first_expiry(now)?);
        }
        Ok(known.get())
    }

    /// A job has a new prompt, which expires as well.
    pub(super) fn expect_prompts(&self, job: &JobId) -> Result<(), DatabaseError> {
        self.table().expect_prompts(job)
    }

    /// What is known of the next expiry may be too late.
    pub(super) fn forget_next(&self) {
        self.cache.retention_at.take();
    }

    /// The first expiry among what has ended, and what may end from now on.
    fn first_expiry(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let (table, set) = (self.table(), self.settings);
        let kinds = [(set.jobs_days, Expiring::Jobs), (set.prompts_days, Expiring::Prompts)];
        let (mut first, mut later) = (None::<UnixMs>, None::<UnixMs>);
        for (days, what) in kinds {
            let Some(days) = days else { continue };
            let ends = [table.first_end(what)?, table.first_closed(what)?];
            first = ends.into_iter().flatten().map(|at| expires_at(at, days)).chain(first).min();
            later = Some(expires_at(now, days)).into_iter().chain(later).min();
        }
        Ok(first.map(|first| later.map_or(first, |later| later.min(first))))
    }

    /// Jobs that ended before this have expired.
    fn jobs_before(&self, now: UnixMs) -> Option<UnixMs> {
        self.settings.jobs_days.map(|days| expired_before(days, now))
    }
}
