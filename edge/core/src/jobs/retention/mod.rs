//! Retention: the ledger deletes expired jobs and prompts in small portions, and counts them beforehand.
//!
//! It does not delete what is open, polled by the schedule, or waits for a person or the service: a job that is active
//! or expected to become active, or one with a prompt that is queued, being sent or of unknown outcome. Unread jobs are
//! deleted too: read states differ between people, and a person who left reads nothing.

mod delete;
mod preview;
mod prompts;

use docket_wire::UnixMs;

use super::ledger::Ledger;
use super::store::Expiring;
use crate::retention::{expired_before, expires_at};
use crate::storage::{Database, DatabaseError};

pub use delete::DeletedRecords;

/// Checks again after this time what has expired but cannot be deleted yet.
const RECHECK_MS: i64 = 3_600_000;

impl<D: Database> Ledger<D> {
    /// The earliest time at which something may expire; `None` if the settings store everything indefinitely, or
    /// nothing has ended. Once it is known, this reads nothing.
    pub(in crate::jobs) fn next_retention(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let known = self.cached_retention_at();
        if known.get().is_none() {
            known.set(self.first_expiry(now)?);
        }
        Ok(known.get())
    }

    /// The first expiry among what has ended, and what may end from now on.
    fn first_expiry(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let (table, retention) = (self.retention_table(), self.settings.retention);
        let kinds = [(retention.jobs_days, Expiring::Jobs), (retention.prompts_days, Expiring::Prompts)];
        let (mut first, mut later) = (None::<UnixMs>, None::<UnixMs>);
        for (days, what) in kinds {
            let Some(days) = days else { continue };
            let ends = [table.first_end(what)?, table.first_closed(what)?];
            first = ends.into_iter().flatten().map(|at| expires_at(at, days)).chain(first).min();
            later = Some(expires_at(now, days)).into_iter().chain(later).min();
        }
        Ok(first.map(|first| later.map_or(first, |later| later.min(first))))
    }

    /// Jobs that ended before this have expired.
    fn jobs_before(&self, now: UnixMs) -> Option<UnixMs> {
        self.settings.retention.jobs_days.map(|days| expired_before(days, now))
    }
}
