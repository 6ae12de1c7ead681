//! What the ledger learns from the durations of its project's jobs.

use docket_wire::UnixMs;

use crate::jobs::ledger::Ledger;
use crate::jobs::store::JobRow;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Records that the work of a job ended, and how long it took if its start is known. The end lies between two
    /// polls: the sample takes the middle.
    pub(in crate::jobs::polling) fn record_end(
        &self,
        row: &JobRow,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let last_seen_active = row.checked_at.max(row.active_since);
        let delay_ms = now.since_ms(last_seen_active).max(0);
        let duration_ms = last_seen_active.since_ms(row.active_since) + delay_ms / 2;
        let duration_ms = row.has_known_start().then_some(duration_ms.max(1));
        self.schedule_row().add_end(row.work(), duration_ms, delay_ms)?;
        self.count_end(delay_ms)
    }
}
