//! What the ledger learns from the durations of its project's jobs.

use docket_wire::{SubmissionKind, UnixMs};

use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::{Audience, Load, Schedule};
use crate::jobs::store::JobRow;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Records that the work of a job ended, and how long it took if its start is known. The end lies between two
    /// polls: the sample takes the middle.
    pub(super) fn record_end(&self, row: &JobRow, now: UnixMs) -> Result<(), DatabaseError> {
        let last_seen_active = row.checked_at.max(row.active_since);
        let delay_ms = now.since_ms(last_seen_active).max(0);
        let duration_ms = last_seen_active.since_ms(row.active_since) + delay_ms / 2;
        let duration_ms = row.has_known_start().then_some(duration_ms.max(1));
        self.schedule_row().add_end(row.work(), duration_ms, delay_ms)?;
        self.count_end(delay_ms)
    }

    /// The poll schedule of one kind of work under the current load.
    pub(super) fn schedule(
        &self,
        work: SubmissionKind,
        audience: Audience,
        now: UnixMs,
    ) -> Result<Schedule, DatabaseError> {
        let input = self.schedule_row().load()?;
        let samples = input.durations_of(work);
        self.calls_row().fill_cache(input.calls);
        let load = Load {
            jobs: input.polled_jobs.max(1),
            // A pause delays polls by itself. Here, it would space out all that follow it.
            polls_left: self.poll_limiter().left_in_window(now)?,
            audience,
        };
        Ok(self.durations.schedule(work, samples, load, now))
    }
}
