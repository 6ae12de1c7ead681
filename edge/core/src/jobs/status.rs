//! How the project's jobs are doing, for the page of settings.

use docket_wire::{EndDelay, JobsStatus, OpenJobCounts, PollingStatus, RowCounts, StorageStatus, UnixMs};

use super::ledger::Ledger;
use super::schema;
use super::store::PollQueue;
use crate::auth::caller::CallerKind;
use crate::metrics::Counter;
use crate::storage::schema::version_of;
use crate::storage::{Database, DatabaseError};

/// The jobs that are not polled are counted up to here: each one counted is a row read.
const UNPOLLED_COUNTED_MAX: u32 = 1_000;

impl<D: Database> Ledger<D> {
    /// Budgets, durations and calls, with the size of the database. Reads a few rows, however large the ledger is.
    pub fn status(&self, storage_bytes: u64, now: UnixMs) -> Result<JobsStatus, DatabaseError> {
        Ok(JobsStatus {
            prompts: self.prompt_budget(now)?.view(now),
            polls: self.poll_budget().of_request(CallerKind::Person, now)?.view(now),
            polling: self.polling_status(now)?,
            durations: self.reads().learned_durations(None)?,
            calls: self.calls_row().latest()?.report(),
            storage: StorageStatus { bytes: storage_bytes, schema: version_of(&schema::migrations::<D>()) },
        })
    }

    /// How polling is doing. Reads a few rows, and one for each job that is suspended or stopped.
    pub fn polling_status(&self, now: UnixMs) -> Result<PollingStatus, DatabaseError> {
        let polled = self.schedule_row().load()?.polled_jobs;
        let [suspended, polled_rarely, stopped] = self.jobs().count_unpolled(UNPOLLED_COUNTED_MAX)?;
        let lag = self.poll_budget().lag(self.first_due(PollQueue::Active)?, now)?;
        let counted = self.cache.counters.borrow().stored().unwrap_or_default();
        Ok(PollingStatus {
            jobs: OpenJobCounts { scheduled: polled.saturating_sub(polled_rarely), suspended, stopped },
            overdue_ms: lag.overdue_ms.unsigned_abs(),
            late: lag.is_late,
            waits_for: lag.waits_for,
            end_delay: self.end_delay()?,
            rows: RowCounts {
                read: counted.get(Counter::RowsRead),
                written: counted.get(Counter::RowsWritten),
            },
        })
    }

    fn end_delay(&self) -> Result<EndDelay, DatabaseError> {
        let mut delays = self.schedule_row().end_delays()?;
        delays.sort_unstable();
        let median = delays.get(delays.len().saturating_sub(1) / 2);
        Ok(EndDelay {
            jobs: u32::try_from(delays.len()).unwrap_or(u32::MAX),
            median_ms: median.map(|ms| ms.unsigned_abs()),
        })
    }
}
