//! Retention: what has ended long enough ago is deleted, in small portions, and counted before.
//!
//! Nothing goes that is open, polled by the schedule, or waits for a person or the service: a job that is active or expected to become
//! active, or one with a prompt that is queued, being sent or of unknown outcome. Whether somebody has read a job does not
//! matter: what a person reads is theirs, and a person who left reads nothing.

mod delete;
mod preview;
mod prompts;

use docket_wire::UnixMs;

use super::ledger::Ledger;
use crate::retention::{expired_before, expires_at};
use crate::storage::{Database, DatabaseError};

pub use delete::DeletedRecords;

/// What cannot go yet is looked at again after this time.
const RECHECK_MS: i64 = 3_600_000;

impl<D: Database> Ledger<D> {
    /// When something may be old enough to go, at the earliest; `None` if the settings store everything for ever, or nothing has
    /// ended. Once it is known, it reads nothing.
    pub(in crate::jobs) fn next_retention(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let known = self.cached_retention_at();
        if known.get().is_none() {
            known.set(self.first_expiry(now)?);
        }
        Ok(known.get())
    }

    /// The first of what has ended, and of what may end from now on.
    fn first_expiry(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let (table, retention) = (self.retention_table(), self.limits.retention);
        let kinds = [(retention.jobs_days, false), (retention.prompts_days, true)];
        let (mut first, mut later) = (None::<UnixMs>, None::<UnixMs>);
        for (days, is_for_prompts) in kinds {
            let Some(days) = days else { continue };
            let ends = [table.first_end(is_for_prompts)?, table.first_closed(is_for_prompts)?];
            first = ends.into_iter().flatten().map(|at| expires_at(at, days)).chain(first).min();
            later = Some(expires_at(now, days)).into_iter().chain(later).min();
        }
        Ok(first.map(|first| later.map_or(first, |later| later.min(first))))
    }

    /// What had ended before this is old enough.
    fn jobs_before(&self, now: UnixMs) -> Option<UnixMs> {
        self.limits.retention.jobs_days.map(|days| expired_before(days, now))
    }
}
