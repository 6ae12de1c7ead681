//! What the ledger counts, and its sample for metrics.

use docket_wire::{PollingStatus, PollsWait, UnixMs};

use super::ledger::Ledger;
use crate::auth::caller::CallerKind;
use crate::metrics::{Counter, JobsGauge, Sample};
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;

/// Prompts of each state that the sample counts at most.
const UNSETTLED_COUNTED_MAX: u32 = 1_000;

impl<D: Database> Ledger<D> {
    /// Counts something. It is stored when a poll is counted, at the latest when it is reported.
    pub(crate) fn count(&self, counter: Counter, count: u32) {
        self.cache.counters.borrow_mut().unstored().add(counter, count.into());
    }

    /// Counts the end of a job, in a write of its own, because no poll may follow.
    pub(crate) fn count_end(&self, delay_ms: i64) -> Result<(), DatabaseError> {
        self.cache.counters.borrow_mut().unstored().add_end_delay(delay_ms);
        self.poll_limiter().put_counters()
    }

    /// Records the outcome of a call to the service.
    pub(crate) fn record_call(
        &self,
        failure: Option<&CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.calls_row().record(failure, now)?;
        let Some(failure) = failure else { return Ok(()) };
        self.cache.counters.borrow_mut().unstored().add_failure(failure);
        self.poll_limiter().put_counters()
    }

    /// Counts the rows that a request or an alarm has read and written.
    pub fn count_rows(&self, read: usize, written: usize) {
        self.cache.counters.borrow_mut().unstored().add_rows(read, written);
    }

    /// The numbers of this ledger's project, with the number of connected consoles and of waiting requests, and the size of the database.
    pub fn sample(
        &self,
        connections: u32,
        waiting: usize,
        storage_bytes: u64,
        now: UnixMs,
    ) -> Result<Sample, DatabaseError> {
        let mut sample = self.poll_limiter().reported_counters()?.sample();
        let prompts = self.prompt_budget(now)?.view(now);
        let polls = self.poll_budget().of_request(CallerKind::Person, now)?.view(now);
        let PollingStatus { jobs, overdue_ms, late, waits_for, .. } = self.polling_status(now)?;
        let [queued, unknown] = self.submissions().count_open(UNSETTLED_COUNTED_MAX)?;
        let large = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let failing_ms = self.calls_row().latest()?.failing_ms(now);
        sample.extend(JobsGauge::values(|gauge| match gauge {
            JobsGauge::PromptsLimit => prompts.limit.into(),
            JobsGauge::PromptsRemaining => prompts.remaining.into(),
            JobsGauge::PollsLimit => polls.limit.into(),
            JobsGauge::PollsRemaining => polls.remaining.into(),
            JobsGauge::Scheduled => jobs.scheduled.into(),
            JobsGauge::Suspended => jobs.suspended.into(),
            JobsGauge::Stopped => jobs.stopped.into(),
            JobsGauge::OverdueMs => large(overdue_ms),
            JobsGauge::IsLate => late.into(),
            JobsGauge::WaitsForBudget => (waits_for == Some(PollsWait::Budget)).into(),
            JobsGauge::WaitsForPause => (waits_for == Some(PollsWait::Pause)).into(),
            JobsGauge::FailingMs => failing_ms,
            JobsGauge::Connections => connections.into(),
            JobsGauge::StorageBytes => large(storage_bytes),
            JobsGauge::Queued => queued.into(),
            JobsGauge::Unknown => unknown.into(),
            JobsGauge::Waiting => i64::try_from(waiting).unwrap_or(i64::MAX),
        }));
        Ok(sample)
    }
}
