//! The hour's polls, and the share of them that is for less than active jobs.

use docket_wire::UnixMs;

use super::lag::{Lag, lag};
use crate::auth::caller::CallerKind;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::PollQueue;
use crate::rate_limit::{Budget, Window};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Ledger<D> {
    /// The polls left for active jobs and for people.
    pub(super) fn poll_budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.poll_limiter().budget(now)
    }

    /// How late the most overdue poll of the jobs that have not ended is.
    pub(in crate::jobs) fn lag(&self, now: UnixMs) -> Result<Lag, DatabaseError> {
        let window = Window::per_hour(self.limits.polls_per_hour);
        Ok(lag(self.first_due(PollQueue::Active)?, &self.poll_limiter().state()?, &window, now))
    }

    /// The polls left for ended jobs and for requests of programs: they leave half of the hour to active jobs.
    pub(super) fn background_poll_budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        let limit = self.limits.polls_per_hour;
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
