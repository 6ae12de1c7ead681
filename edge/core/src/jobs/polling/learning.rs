//! What the ledger learns from the durations of its project's jobs.

use docket_wire::UnixMs;

use crate::jobs::ledger::Ledger;
use crate::jobs::schedule::{Durations, Load, Schedule};
use crate::jobs::store::ScheduleInput;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// Records how long a job took. Its end is known only to lie between two polls: the sample takes the middle.
    pub(super) fn record_duration(
        &self,
        active_since: UnixMs,
        last_seen_active: UnixMs,
        seen_ended: UnixMs,
    ) -> Result<(), DatabaseError> {
        let last_seen_active = last_seen_active.max(active_since);
        let delay_ms = seen_ended.since_ms(last_seen_active).max(0);
        let duration_ms = last_seen_active.since_ms(active_since) + delay_ms / 2;
        self.schedule_row().add_end(duration_ms.max(1), delay_ms)?;
        self.count_end(delay_ms)
    }

    /// The poll schedule under the current load.
    pub(in crate::jobs) fn schedule(
        &self,
        has_viewers: bool,
        now: UnixMs,
    ) -> Result<Schedule, DatabaseError> {
        let ScheduleInput { durations: samples, polled_jobs, calls } = self.schedule_row().load()?;
        self.calls_row().know(calls);
        let load = Load {
            jobs: polled_jobs.max(1),
            // A pause delays polls by itself. Here, it would space out all that follow it.
            polls_left: self.poll_limiter().left_in_window(now)?,
            has_viewers,
        };
        let mut learned = self.learned.borrow_mut();
        if learned.0 != samples {
            let durations = Durations::observed(&samples, self.limits.typical_job_ms);
            *learned = (samples, durations);
        }
        Ok(self.price.borrow_mut().schedule(&learned.1, load, now))
    }
}
