//! When the next alarm of a jobs object is due.

use docket_wire::{HOUR_MS, UnixMs};

use super::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

/// How often the alarm checks whether a project that was removed from the settings is back.
const NOT_CONFIGURED_MS: i64 = HOUR_MS;

impl<D: Database> Ledger<D> {
    /// When to call [`Ledger::due_polls`] and [`Ledger::release_queued`], and to delete what has expired, next; `None` if nothing
    /// is scheduled.
    pub fn next_alarm(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let next = [self.next_call(now)?, self.retention().next_at(now)?];
        Ok(next.into_iter().flatten().min())
    }

    /// When the service is to be called next.
    fn next_call(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        Ok([self.next_poll(now)?, self.next_release(now)?].into_iter().flatten().min())
    }

    /// Whether the service is to be called at all, now or later.
    pub fn has_calls(&self, now: UnixMs) -> Result<bool, DatabaseError> {
        Ok(self.next_call(now)?.is_some())
    }

    /// When to wake next while the project is not in the settings, so that Docket can neither poll nor send: at the next check
    /// whether the project is back, or at the next deletion.
    pub fn next_alarm_unconfigured(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let next_call = self.next_call(now)?.map(|at| at.max(now.plus_ms(NOT_CONFIGURED_MS)));
        Ok([next_call, self.retention().next_at(now)?].into_iter().flatten().min())
    }
}
