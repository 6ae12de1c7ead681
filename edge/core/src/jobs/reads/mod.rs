//! Reading the ledger: the list, one job, and what changed.

mod changes;
mod detail;
mod learned_durations;
mod list;
mod message_size;
mod snapshot;
mod stored_job;
mod submissions;

pub(super) use message_size::SizeBudget;
pub(super) use snapshot::REJECTED_SHOWN_MS;

pub use changes::CATCH_UP_MAX;
pub use message_size::MESSAGE_BYTES_MAX;
pub use stored_job::{SeenJob, StoredJob};

use super::store::{EventLog, JobsCache, JobsTable, ScheduleRow, SubmissionsTable};
use crate::storage::Database;

/// What the ledger has: jobs, submissions, events and learned durations. Reading changes nothing.
#[derive(Debug)]
pub struct JobReads<'a, D> {
    db: &'a D,
    events: EventLog<'a, D>,
    cache: &'a JobsCache,
    typical_job_ms: u32,
}

impl<'a, D: Database> JobReads<'a, D> {
    pub(super) fn new(db: &'a D, events: EventLog<'a, D>, cache: &'a JobsCache, typical_job_ms: u32) -> Self {
        Self { db, events, cache, typical_job_ms }
    }

    pub(super) fn db(&self) -> &'a D {
        self.db
    }

    fn jobs(&self) -> JobsTable<'a, D> {
        JobsTable::new(self.db, self.cache)
    }

    fn submissions(&self) -> SubmissionsTable<'a, D> {
        SubmissionsTable(self.db)
    }

    fn schedule_row(&self) -> ScheduleRow<'a, D> {
        ScheduleRow::new(self.db, self.cache)
    }
}
