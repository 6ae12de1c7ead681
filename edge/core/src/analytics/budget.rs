//! The request budget: a sliding window of an hour, corrected by the service's 429s, with a reserve for higher
//! priorities.

use docket_wire::{RequestBudget, UnixMs};

use super::Analytics;
use crate::rate_limit::{Budget, LimiterState, Permit, RateLimiter};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::CallFailure;

/// The name of the rate limiter.
pub(super) const REQUESTS: &str = "requests";
/// The pause after a 429 without `Retry-After`, in seconds.
const PAUSE_DEFAULT_S: u32 = 60;

/// Who gets the remaining requests first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A person waits for a page. Uses the whole budget.
    Person,
    /// A person or program waits for a file. Leaves a tenth to people.
    Export,
    /// No caller waits. Leaves a fifth to the others.
    Background,
}

impl Priority {
    /// The part of `limit` that is reserved for higher priorities.
    fn reserve(self, limit: u32) -> u32 {
        match self {
            Self::Person => 0,
            Self::Export => limit / 10,
            Self::Background => limit / 5,
        }
    }
}

impl<D: Database> Analytics<D> {
    fn limiter(&self) -> RateLimiter<'_, D> {
        RateLimiter::new(&*self.db, REQUESTS, self.window)
    }

    /// Counts a request, if the budget has one for this priority.
    pub fn acquire(&self, priority: Priority, now: UnixMs) -> Result<Option<Permit>, DatabaseError> {
        self.limiter().acquire_if(|state| self.budget_of(state, priority, now).remaining > 0, now)
    }

    /// Records how the service answered a request. A request that it rejected with 429 does not count; `Retry-After`
    /// decides when the next one is made.
    pub fn record_response(
        &self,
        permit: Permit,
        failure: Option<&CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let Some(CallFailure::Throttled { retry_after_s }) = failure else {
            return self.limiter().settle(permit, now);
        };
        self.limiter().cancel(permit)?;
        let wait_ms = i64::from(retry_after_s.unwrap_or(PAUSE_DEFAULT_S)) * 1000;
        self.limiter().pause(now.plus_ms(wait_ms), now)?;
        // A 429 before the budget is used up means that other clients of the same key use it too.
        let used = self.limiter().state()?.log.count_after(self.window.start(now));
        if used < self.window.limit { self.limiter().learn(used.max(1), now) } else { Ok(()) }
    }

    /// The remaining budget for a priority. Its `limit` is that of the whole budget, as far as it is known.
    pub fn budget(&self, priority: Priority, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.budget_of(&self.limiter().state()?, priority, now))
    }

    fn budget_of(&self, state: &LimiterState, priority: Priority, now: UnixMs) -> Budget {
        let learned = state.learned_limit(now).unwrap_or(u32::MAX);
        let limit = learned.min(self.window.limit);
        let reserve = self.window.limit.saturating_sub(limit).saturating_add(priority.reserve(limit));
        let mut budget = state.budget(&self.window, reserve, now);
        // The learned limit is a guess: once the pause that the service asked for is over, a person may try.
        let may_try = state.budget(&self.window, 0, now).remaining > 0;
        if priority == Priority::Person && may_try && budget.remaining == 0 {
            budget = Budget { remaining: 1, ..budget };
        }
        Budget { limit, ..budget }
    }

    /// The budget of people, as the API reports it.
    pub fn budget_view(&self, now: UnixMs) -> Result<RequestBudget, DatabaseError> {
        let budget = self.budget(Priority::Person, now)?;
        Ok(RequestBudget { limit: budget.limit, remaining: budget.remaining, reset_s: budget.reset_s(now) })
    }
}
