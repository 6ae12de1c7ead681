//! The pauses that the service asked for with a 429.

use docket_wire::{JobPauses, UnixMs};

use super::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// The pauses that last now.
    pub fn pauses(&self, now: UnixMs) -> Result<JobPauses, DatabaseError> {
        Ok(JobPauses {
            prompts_until: self.prompt_budget(now)?.paused_until,
            polls_until: self.poll_limiter().budget(now)?.paused_until,
        })
    }

    /// Ends both pauses, because a person says so.
    pub fn end_pauses(&self) -> Result<(), DatabaseError> {
        self.atomically(|| {
            self.prompt_limiter().resume()?;
            self.poll_limiter().resume()
        })
    }
}
