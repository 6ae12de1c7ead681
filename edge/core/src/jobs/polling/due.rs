//! Which jobs to poll, and when the next poll is due. Ended jobs come after all others.

use docket_wire::{HOUR_MS, UnixMs};

use super::budget::LagChange;
use super::ended::LAST_POLL_MS;
use super::task::PollTask;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::{NextPoll, PollQueue};
use crate::metrics::Counter;
use crate::rate_limit::Budget;
use crate::storage::{Database, DatabaseError};

/// No poll of an active job is later than this: twice the longest spacing.
const ACTIVE_LATEST_MS: i64 = HOUR_MS;

impl<D: Database> Ledger<D> {
    /// Takes the due polls, within the budget and the number of polls in flight. The caller makes each poll and
    /// passes its outcome to [`Ledger::record_poll`].
    ///
    /// One write counts them all, before any of them is made.
    pub fn due_polls(&self, now: UnixMs) -> Result<Vec<PollTask>, DatabaseError> {
        let slots = self.started_polls.slots(PollQueue::Active, now);
        let active = self.due(PollQueue::Active, slots, self.poll_budget().of_active_jobs(now)?, now)?;
        // What is late is polled now, so this is the last moment to see it.
        if let first @ Some(_) = active.iter().map(|poll| self.due_at(poll)).min() {
            let lag = self.poll_budget().lag_to_watch(first, now)?;
            match self.started_polls.unfinished() {
                0 => self.lag_watch.observe_at_alarm(lag),
                // A later round of the alarm: the most overdue polls are under way.
                _ => self.lag_watch.observe_between_alarms(lag, true),
            }
        }
        let taken = u32::try_from(active.len()).unwrap_or(u32::MAX);
        let slots = self.started_polls.slots(PollQueue::Ended, now).min(slots - active.len());
        let budget = self.poll_budget().in_background(now)?;
        let budget = Budget { remaining: budget.remaining.saturating_sub(taken), ..budget };
        let ended = self.due(PollQueue::Ended, slots, budget, now)?;
        let count = active.len() + ended.len();
        if count > 0 {
            let polls = u32::try_from(count).unwrap_or(u32::MAX);
            self.count(Counter::Polls, polls);
            self.poll_limiter().record_many(polls, now)?;
        }
        let mut tasks = Vec::with_capacity(count);
        for (queue, polls) in [(PollQueue::Active, active), (PollQueue::Ended, ended)] {
            for NextPoll { job, revision, .. } in polls {
                self.started_polls.start(&job, queue, now);
                tasks.push(PollTask { job, revision });
            }
        }
        Ok(tasks)
    }

    /// Whether polling became late or on time since the last call, as far as [`Ledger::due_polls`] and [`Ledger::next_alarm`] have
    /// seen. Reads no row.
    pub fn take_lag_change(&self) -> Option<LagChange> {
        self.lag_watch.take_change()
    }

    /// Makes polls due that a clock which ran ahead has set later than any schedule does.
    pub(crate) fn poll_delayed(&self, now: UnixMs) -> Result<(), DatabaseError> {
        self.jobs().poll_delayed(PollQueue::Active, now.plus_ms(ACTIVE_LATEST_MS), now)?;
        self.jobs().poll_delayed(PollQueue::Ended, now.plus_ms(LAST_POLL_MS), now)
    }

    fn due(
        &self,
        queue: PollQueue,
        slots: usize,
        budget: Budget,
        now: UnixMs,
    ) -> Result<Vec<NextPoll>, DatabaseError> {
        let limit = slots.min(usize::try_from(budget.remaining).unwrap_or(usize::MAX));
        if limit == 0 {
            return Ok(Vec::new());
        }
        // Polls in flight are due, too.
        let mut due = self.jobs().next_polls(queue, Some(now), limit + self.started_polls.unfinished())?;
        due.retain(|poll| !self.started_polls.is_in_flight(&poll.job, now));
        due.truncate(limit);
        Ok(due)
    }

    /// When the next poll is due, and budget and polls in flight allow it.
    pub(crate) fn next_poll(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let first = self.jobs().first_polls(self.started_polls.unfinished() + 1)?;
        let first_of =
            |queue| first.iter().filter(|(of, _)| *of == queue).map(|(_, poll)| self.due_at(poll)).min();
        let (active, ended) = (first_of(PollQueue::Active), first_of(PollQueue::Ended));
        self.lag_watch
            .observe_between_alarms(self.poll_budget().lag_to_watch(active, now)?, active.is_some());
        let at = |due: UnixMs, queue, budget: Budget| {
            due.max(self.started_polls.place_at(queue, now)).max(budget.free_at(now))
        };
        let active = active
            .map(|due| Ok(at(due, PollQueue::Active, self.poll_budget().of_active_jobs(now)?)))
            .transpose()?;
        let ended = ended
            .map(|due| Ok(at(due, PollQueue::Ended, self.poll_budget().in_background(now)?)))
            .transpose()?;
        Ok([active, ended].into_iter().flatten().min())
    }

    /// When the first poll of a queue is due.
    pub(crate) fn first_due(&self, queue: PollQueue) -> Result<Option<UnixMs>, DatabaseError> {
        let first = self.jobs().next_polls(queue, None, self.started_polls.unfinished() + 1)?;
        Ok(first.iter().map(|poll| self.due_at(poll)).min())
    }

    /// When a poll is due. One in flight is due again when it would be lost.
    fn due_at(&self, poll: &NextPoll) -> UnixMs {
        self.started_polls.lost_at(&poll.job).map_or(poll.at, |lost| lost.max(poll.at))
    }
}
