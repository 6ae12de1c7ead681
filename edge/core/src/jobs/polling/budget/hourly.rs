//! The hour's polls, the share of them that is for less than active jobs, and how late polls are.

use docket_wire::UnixMs;

use super::lag::{Lag, LagChange, lag};
use crate::auth::caller::CallerKind;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::PollQueue;
use crate::rate_limit::{Budget, Window};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// The polls left for active jobs and for people.
    pub(in crate::jobs::polling) fn poll_budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.poll_limiter().budget(now)
    }

    /// How late the most overdue poll of the jobs that have not ended is.
    pub(in crate::jobs) fn lag(&self, now: UnixMs) -> Result<Lag, DatabaseError> {
        self.lag_of(self.first_due(PollQueue::Active)?, now)
    }

    /// How late the most overdue poll is, if the first one that is due is known.
    fn lag_of(&self, first_due: Option<UnixMs>, now: UnixMs) -> Result<Lag, DatabaseError> {
        let window = Window::per_hour(self.settings.polls_per_hour);
        Ok(lag(first_due, &self.poll_limiter().state()?, &window, now))
    }

    /// The lag of the first poll, to be watched. Without a due poll, the state of the limiter is not read.
    pub(in crate::jobs::polling) fn lag_to_watch(
        &self,
        first: Option<UnixMs>,
        now: UnixMs,
    ) -> Result<Lag, DatabaseError> {
        let due = first.filter(|due| *due <= now);
        Ok(due.map(|due| self.lag_of(Some(due), now)).transpose()?.unwrap_or_default())
    }

    /// Whether polling became late or on time since the last call, as far as [`Ledger::due_polls`] and [`Ledger::next_alarm`] have
    /// seen. Reads no row.
    pub fn take_lag_change(&self) -> Option<LagChange> {
        self.lag_watch.take_change()
    }

    /// The polls left for ended jobs and for requests of programs: they leave half of the hour to active jobs.
    pub(in crate::jobs::polling) fn background_poll_budget(
        &self,
        now: UnixMs,
    ) -> Result<Budget, DatabaseError> {
        let limit = self.settings.polls_per_hour;
        Ok(self.poll_limiter().state()?.budget(&Window::per_hour(limit), limit / 2, now))
    }

    /// The polls left for a request.
    pub fn request_poll_budget(&self, caller: CallerKind, now: UnixMs) -> Result<Budget, DatabaseError> {
        match caller {
            CallerKind::Person => self.poll_budget(now),
            CallerKind::Program => self.background_poll_budget(now),
        }
    }
}
