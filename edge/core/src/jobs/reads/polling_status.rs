//! How polling is doing.

use docket_wire::{EndDelay, OpenJobCounts, PollingStatus, RowCounts, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::metrics::Counter;
use crate::storage::{Database, DatabaseError};

/// The jobs that are not polled are counted up to here: each one counted is a row read.
const UNPOLLED_COUNTED_MAX: u32 = 1_000;

impl<D: Database> Ledger<D> {
    /// How polling is doing. Reads a few rows, and one for each job that is suspended or stopped.
    pub fn polling_status(&self, now: UnixMs) -> Result<PollingStatus, DatabaseError> {
        let polled = self.schedule_row().load()?.polled_jobs;
        let [suspended, polled_rarely, stopped] = self.jobs().count_unpolled(UNPOLLED_COUNTED_MAX)?;
        let lag = self.lag(now)?;
        let counted = self.counters().borrow().stored().unwrap_or_default();
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
