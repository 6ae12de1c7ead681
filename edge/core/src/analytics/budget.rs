//! The hour's requests: a sliding window, corrected by what the service says, with reserves for those who go first.

use docket_wire::{RequestBudget, UnixMs};

use super::Analytics;
use crate::rate_limit::{Budget, LimiterState, Permit, RateLimiter};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::CallFailure;

/// The name of the limiter.
pub(super) const REQUESTS: &str = "requests";
/// The pause after a 429 without `Retry-After`, in seconds.
const PAUSE_DEFAULT_S: u32 = 60;

/// Who goes before whom when requests run short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Somebody looks at a page: takes whatever is left.
    Person,
    /// Somebody waits for a file: leaves a tenth for those who look.
    Export,
    /// Nobody waits: leaves a fifth.
    Background,
}

impl Priority {
    /// What is left for those who go before, of a limit.
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

    /// Counts a request, if there is one left for this priority.
    ///
    /// # Errors
    /// If storage fails.
    pub fn acquire(&self, priority: Priority, now: UnixMs) -> Result<Option<Permit>, DatabaseError> {
        match self.budget(priority, now)?.remaining {
            0 => Ok(None),
            _ => self.limiter().record(now).map(Some),
        }
    }

    /// Records how the service answered a request. One that it rejected with 429 does not count: what the answer says
    /// about the next request goes before.
    ///
    /// # Errors
    /// If storage fails.
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
        // A 429 before the budget is spent says that others spend of it too.
        let spent = self.limiter().state()?.log.count_after(self.window.start(now));
        if spent < self.window.limit { self.limiter().learn(spent.max(1), now) } else { Ok(()) }
    }

    /// What is left of the budget for a priority. Its limit is the whole one, as far as it is known.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget(&self, priority: Priority, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.budget_of(&self.limiter().state()?, priority, now))
    }

    fn budget_of(&self, state: &LimiterState, priority: Priority, now: UnixMs) -> Budget {
        let learned = state.learned_limit(now).unwrap_or(u32::MAX);
        let limit = learned.min(self.window.limit);
        let reserve = self.window.limit.saturating_sub(limit).saturating_add(priority.reserve(limit));
        let mut budget = state.budget(&self.window, reserve, now);
        // What was learned is a guess: when the pause that the service named is over, a person may try.
        let may_try = state.budget(&self.window, 0, now).remaining > 0;
        if priority == Priority::Person && may_try && budget.remaining == 0 {
            budget = Budget { remaining: 1, ..budget };
        }
        Budget { limit, ..budget }
    }

    /// The budget as people see it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget_view(&self, now: UnixMs) -> Result<RequestBudget, DatabaseError> {
        let budget = self.budget(Priority::Person, now)?;
        Ok(RequestBudget { limit: budget.limit, remaining: budget.remaining, reset_s: budget.reset_s(now) })
    }
}
