use docket_wire::UnixMs;

use super::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// When to call [`Ledger::due_polls`] and [`Ledger::release_queued`] next, at the earliest; `None` if nothing is
    /// scheduled.
    pub fn next_wake(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        Ok([self.next_poll(now)?, self.next_release(now)?].into_iter().flatten().min())
    }
}
