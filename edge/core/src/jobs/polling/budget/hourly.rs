//! The hour's polls, the share of them that ended jobs and requests of programs may use, and how late polls are.

use docket_wire::UnixMs;

use super::lag::{Lag, lag};
use crate::auth::caller::CallerKind;
use crate::rate_limit::{Budget, StoredRateLimiter, Window};
use crate::storage::{Database, DatabaseError};

/// The polls of an hour. They are counted by their limiter.
#[derive(Debug)]
pub struct PollBudget<'a, D> {
    limiter: StoredRateLimiter<'a, D>,
    per_hour: u32,
}

impl<'a, D: Database> PollBudget<'a, D> {
    pub(crate) fn new(limiter: StoredRateLimiter<'a, D>, per_hour: u32) -> Self {
        Self { limiter, per_hour }
    }

    /// The polls left for active jobs and for people.
    pub(crate) fn of_active_jobs(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.limiter.budget(now)
    }

    /// The polls left for ended jobs and for requests of programs: they leave half of the hour to active jobs.
    pub(crate) fn in_background(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.limiter.state()?.budget(&self.window(), self.per_hour / 2, now))
    }

    /// The polls left for a request.
    pub fn of_request(&self, caller: CallerKind, now: UnixMs) -> Result<Budget, DatabaseError> {
        match caller {
            CallerKind::Person => self.of_active_jobs(now),
            CallerKind::Program => self.in_background(now),
        }
    }

    /// How late the most overdue poll is, by when the first one is due.
    pub(crate) fn lag(&self, first_due: Option<UnixMs>, now: UnixMs) -> Result<Lag, DatabaseError> {
        Ok(lag(first_due, &self.limiter.state()?, &self.window(), now))
    }

    /// The lag of the first poll, to be watched. Without a due poll, the state of the limiter is not read.
    pub(crate) fn lag_to_watch(&self, first: Option<UnixMs>, now: UnixMs) -> Result<Lag, DatabaseError> {
        let due = first.filter(|due| *due <= now);
        Ok(due.map(|due| self.lag(Some(due), now)).transpose()?.unwrap_or_default())
    }

    fn window(&self) -> Window {
        Window::per_hour(self.per_hour)
    }
}
