//! Which jobs to poll, and when to look for due polls again.

use docket_wire::UnixMs;

use super::task::PollTask;
use crate::jobs::ledger::Ledger;
use crate::storage::{Database, DatabaseError};

/// Polls in flight at once.
const IN_FLIGHT_MAX: i64 = 6;
/// A poll without a response for this long counts as lost. A response that comes later is still applied.
const LOST_AFTER_MS: i64 = 120_000;

impl<D: Database> Ledger<D> {
    /// Takes the due polls, within the budget and the number of polls in flight. The caller makes each poll and
    /// passes its outcome to [`Ledger::record_poll`].
    pub fn due_polls(&self, now: UnixMs) -> Result<Vec<PollTask>, DatabaseError> {
        self.db.atomically(|| {
            let remaining = self.poll_limiter().budget(now)?.remaining;
            let lost_before = now.plus_ms(-LOST_AFTER_MS);
            let in_flight = self.jobs().polls_in_flight(lost_before)?;
            let limit = (IN_FLIGHT_MAX - in_flight).clamp(0, i64::from(remaining));
            let mut polls = Vec::new();
            for (job, revision) in self.jobs().due(now, lost_before, limit)? {
                self.jobs().mark_polling(&job, now)?;
                self.poll_limiter().record(now)?;
                polls.push(PollTask { job, revision });
            }
            Ok(polls)
        })
    }

    /// When the next poll is due and the budget allows it.
    pub(in crate::jobs) fn next_poll(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        match self.jobs().first_due(LOST_AFTER_MS)? {
            Some(due) => Ok(Some(due.max(self.poll_limiter().budget(now)?.free_at(now)))),
            None => Ok(None),
        }
    }
}
