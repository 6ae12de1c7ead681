//! The polls that this instance of the ledger started. They are not stored: the polls of an instance that ends are
//! lost, and due again.

use std::cell::RefCell;

use docket_wire::{JobId, MINUTE_MS, UnixMs};
use litemap::LiteMap;

use crate::jobs::store::PollQueue;

/// The least time in milliseconds between two polls of a job because it is read and nothing else polls it.
pub const UNPOLLED_SPACING_MS: i64 = 10_000;
/// Polls in flight at once. An object has six connections, and a prompt must not wait for one until its time is over.
const IN_FLIGHT_MAX: usize = 4;
/// Polls of ended jobs among them, so that slow ones leave slots to the others.
const ENDED_IN_FLIGHT_MAX: usize = 2;
/// A poll without a response for this long counts as lost. A response that comes later is still applied.
const LOST_AFTER_MS: i64 = 2 * MINUTE_MS;

/// The latest poll of each job, while it is in flight or spaces the polls that readers cause.
#[derive(Debug, Default)]
pub(crate) struct StartedPolls(RefCell<LiteMap<JobId, StartedPoll>>);

#[derive(Debug)]
struct StartedPoll {
    at: UnixMs,
    queue: PollQueue,
    is_in_flight: bool,
}

impl StartedPoll {
    fn is_in_flight(&self, now: UnixMs) -> bool {
        self.is_in_flight && now.since_ms(self.at) < LOST_AFTER_MS
    }
}

impl StartedPolls {
    pub(super) fn start(&self, job: &JobId, queue: PollQueue, now: UnixMs) {
        let mut polls = self.0.borrow_mut();
        polls.retain(|_, poll| {
            poll.is_in_flight(now) || (0..UNPOLLED_SPACING_MS).contains(&now.since_ms(poll.at))
        });
        polls.insert(job.clone(), StartedPoll { at: now, queue, is_in_flight: true });
    }

    /// The outcome of a poll is recorded.
    pub(super) fn finish(&self, job: &JobId) {
        if let Some(poll) = self.0.borrow_mut().get_mut(job) {
            poll.is_in_flight = false;
        }
    }

    /// When the latest poll of a job started, if that was not long ago.
    pub(super) fn started_at(&self, job: &JobId) -> Option<UnixMs> {
        self.0.borrow().get(job).map(|poll| poll.at)
    }

    /// Whether a poll of a job is in flight, and not lost.
    pub(super) fn is_in_flight(&self, job: &JobId, now: UnixMs) -> bool {
        self.0.borrow().get(job).is_some_and(|poll| poll.is_in_flight(now))
    }

    /// When a poll of a job is lost, if its outcome is not recorded.
    pub(super) fn lost_at(&self, job: &JobId) -> Option<UnixMs> {
        let polls = self.0.borrow();
        polls.get(job).filter(|poll| poll.is_in_flight).map(|poll| poll.at.plus_ms(LOST_AFTER_MS))
    }

    /// How many polls have no outcome yet.
    pub(super) fn unfinished(&self) -> usize {
        self.0.borrow().values().filter(|poll| poll.is_in_flight).count()
    }

    /// How many more polls of a queue may start.
    pub(super) fn slots(&self, queue: PollQueue, now: UnixMs) -> usize {
        let polls = self.0.borrow();
        let in_flight = || polls.values().filter(|poll| poll.is_in_flight(now));
        let slots = IN_FLIGHT_MAX.saturating_sub(in_flight().count());
        match queue {
            PollQueue::Active => slots,
            PollQueue::Ended => {
                let ended = in_flight().filter(|poll| poll.queue == PollQueue::Ended).count();
                slots.min(ENDED_IN_FLIGHT_MAX.saturating_sub(ended))
            }
        }
    }

    /// When a poll of a queue may start. The end of a poll wakes the caller; only if one is lost, its place becomes
    /// free at a known time.
    pub(super) fn place_at(&self, queue: PollQueue, now: UnixMs) -> UnixMs {
        if self.slots(queue, now) > 0 {
            return now;
        }
        let polls = self.0.borrow();
        let in_flight = polls.values().filter(|poll| poll.is_in_flight(now));
        in_flight.map(|poll| poll.at.plus_ms(LOST_AFTER_MS)).min().unwrap_or(now)
    }
}
