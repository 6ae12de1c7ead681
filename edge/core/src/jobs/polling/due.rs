//! Which jobs to poll, and when to look for due polls again. Ended jobs come after all others.

use docket_wire::UnixMs;

use super::task::PollTask;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::PollQueue;
use crate::rate_limit::Budget;
use crate::storage::{Database, DatabaseError};

/// Polls in flight at once.
const IN_FLIGHT_MAX: i64 = 6;
/// Polls of ended jobs among them: slow ones must not delay the others.
const ENDED_IN_FLIGHT_MAX: i64 = 2;
/// A poll without a response for this long counts as lost. A response that comes later is still applied.
pub(super) const LOST_AFTER_MS: i64 = 120_000;

/// How many polls may start now.
struct Places {
    active: i64,
    ended: i64,
}

impl<D: Database> Ledger<D> {
    /// Takes the due polls, within the budget and the number of polls in flight. The caller makes each poll and
    /// passes its outcome to [`Ledger::record_poll`].
    pub fn due_polls(&self, now: UnixMs) -> Result<Vec<PollTask>, DatabaseError> {
        self.db.atomically(|| {
            let places = self.places(now)?;
            let mut polls = self.take_due(PollQueue::Active, places.active, self.poll_budget(now)?, now)?;
            let left = places.active.saturating_sub(i64::try_from(polls.len()).unwrap_or(i64::MAX));
            let budget = self.background_poll_budget(now)?;
            polls.extend(self.take_due(PollQueue::Ended, left.min(places.ended), budget, now)?);
            Ok(polls)
        })
    }

    fn take_due(
        &self,
        queue: PollQueue,
        places: i64,
        budget: Budget,
        now: UnixMs,
    ) -> Result<Vec<PollTask>, DatabaseError> {
        let limit = places.min(i64::from(budget.remaining));
        if limit <= 0 {
            return Ok(Vec::new());
        }
        let due = self.jobs().due(queue, now, now.plus_ms(-LOST_AFTER_MS), limit)?;
        due.into_iter().map(|(job, revision)| self.take_poll(PollTask { job, revision }, now)).collect()
    }

    /// Counts a poll and marks it as in flight.
    pub(super) fn take_poll(&self, poll: PollTask, now: UnixMs) -> Result<PollTask, DatabaseError> {
        self.jobs().mark_polling(&poll.job, now)?;
        self.poll_limiter().record(now)?;
        Ok(poll)
    }

    fn places(&self, now: UnixMs) -> Result<Places, DatabaseError> {
        let lost_before = now.plus_ms(-LOST_AFTER_MS);
        Ok(Places {
            active: IN_FLIGHT_MAX - self.jobs().polls_in_flight(lost_before)?,
            ended: ENDED_IN_FLIGHT_MAX - self.jobs().ended_polls_in_flight(lost_before)?,
        })
    }

    /// When the next poll is due, and budget and polls in flight allow it.
    pub(in crate::jobs) fn next_poll(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let active = self.jobs().first_due(PollQueue::Active, LOST_AFTER_MS)?;
        let ended = self.jobs().first_due(PollQueue::Ended, LOST_AFTER_MS)?;
        if active.or(ended).is_none() {
            return Ok(None);
        }
        let places = self.places(now)?;
        // The end of a poll wakes the caller. Only if it is lost, its place becomes free at a known time.
        let free_place = self.jobs().first_in_flight(now.plus_ms(-LOST_AFTER_MS))?;
        let free_place = free_place.map_or(now, |since| since.plus_ms(LOST_AFTER_MS));
        let place_at = |places: i64| if places > 0 { now } else { free_place };
        let active_at = self.poll_budget(now)?.free_at(now).max(place_at(places.active));
        let ended_at =
            self.background_poll_budget(now)?.free_at(now).max(place_at(places.active.min(places.ended)));
        let next = [active.map(|due| due.max(active_at)), ended.map(|due| due.max(ended_at))];
        Ok(next.into_iter().flatten().min())
    }
}
