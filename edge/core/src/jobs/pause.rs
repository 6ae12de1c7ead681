//! The pauses that the service asks for: polls pause after a 429, prompts also after a 5xx with `Retry-After`.

use docket_wire::{JobPauses, UnixMs};

use super::ledger::Ledger;
use crate::audit::AuditRecord;
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;

impl<D: Database> Ledger<D> {
    /// The pauses that last now.
    pub fn pauses(&self, now: UnixMs) -> Result<JobPauses, DatabaseError> {
        Ok(JobPauses {
            prompts_until: self.prompt_budget(now)?.paused_until,
            polls_until: self.poll_limiter().budget(now)?.paused_until,
        })
    }

    /// Pauses all polls if the service answered one with a 429.
    pub(super) fn begin_poll_pause(&self, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        match (failure, failure.pause_s()) {
            (CallFailure::Throttled { .. }, Some(pause_s)) => self.poll_limiter().pause(pause_s, now),
            _ => Ok(()),
        }
    }

    /// Records that a job could not be requested for an import or a match. A 429 pauses the polls as well, because they
    /// are the same operation of the service.
    pub fn record_failed_call(&self, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        self.atomically(|| {
            self.begin_poll_pause(failure, now)?;
            self.record_call(Some(failure), now)
        })
    }

    /// Pauses all prompts if the service's answer to one asks for it.
    pub(super) fn begin_prompt_pause(&self, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        match failure.pause_s() {
            Some(pause_s) => self.prompt_limiter().pause(pause_s, now),
            None => Ok(()),
        }
    }

    /// Ends both pauses, and appends the record of it to the audit log if there was one.
    pub fn end_pauses(&self, now: UnixMs, record: &AuditRecord) -> Result<(), DatabaseError> {
        self.atomically(|| {
            let pauses = self.pauses(now)?;
            self.prompt_limiter().resume()?;
            self.poll_limiter().resume()?;
            if pauses.prompts_until.or(pauses.polls_until).is_none() {
                return Ok(());
            }
            self.audit().append(&record.pack(), None, now)
        })
    }
}
