//! The request budget: a sliding window of an hour, corrected by the service's 429s, with a reserve for higher
//! priorities.

use std::rc::Rc;

use docket_wire::{CallerName, ErrorReason, ProblemCode, RequestBudget, UnixMs};

use super::{Analytics, CacheDirective, LookupOptions};
use crate::rate_limit::{Budget, ChangeLimiter, Exhausted, LimiterState, Permit, StoredRateLimiter, Window};
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;

/// The name of the rate limiter.
const REQUESTS: &str = "requests";
/// The name of the rate limiters of programs, before the name of the program.
const SHARE: &str = "share";

/// A 429 that asks for a shorter pause is about a burst, and says nothing about the hour.
const BURST_PAUSE_S: u32 = 60;

/// A request that is counted and may be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchPermit {
    request: Permit,
    /// The request in the share of the program that asked for it.
    share: Option<(CallerName, Permit)>,
}

impl<D: Database> Analytics<D> {
    pub(super) fn limiter(&self) -> StoredRateLimiter<'_, D> {
        StoredRateLimiter::new(&*self.db, REQUESTS, self.window)
            .with_cache(&self.requests)
            .counting(&self.counters)
    }

    /// The budget of a caller's changes that the service does not see.
    #[must_use]
    pub fn changes_of(&self, caller: &CallerName, per_hour: u32) -> ChangeLimiter<'_, D> {
        ChangeLimiter::new(&self.db, caller, per_hour)
    }

    /// Runs with the limiter of a program's share: half of the hour's requests, so that one program leaves some to
    /// others.
    fn with_share<T>(
        &self,
        program: &CallerName,
        work: impl FnOnce(StoredRateLimiter<'_, D>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let (name, window) = (format!("{SHARE} {program}"), Window::per_hour(self.window.limit.div_ceil(2)));
        let known = Rc::clone(self.shares.borrow_mut().entry(program.clone()).or_default());
        work(StoredRateLimiter::new(&*self.db, &name, window).with_cache(&known))
    }

    /// What is left of a program's share.
    pub(super) fn share(&self, program: &CallerName, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.with_share(program, |limiter| limiter.budget(now))
    }

    /// Counts a request, if the lookup allows one, the budget has one for it, and its program has one left.
    pub fn acquire(&self, lookup: &LookupOptions, now: UnixMs) -> Result<Option<FetchPermit>, DatabaseError> {
        if lookup.cache == CacheDirective::OnlyIfCached {
            return Ok(None);
        }
        if let Some(program) = &lookup.program
            && self.share(program, now)?.remaining == 0
        {
            return Ok(None);
        }
        let is_allowed = |state: &LimiterState| self.budget_of(state, lookup, now).remaining > 0;
        let Some(request) = self.limiter().acquire_if(is_allowed, now)? else { return Ok(None) };
        let share = match &lookup.program {
            Some(program) => {
                let permit = self.with_share(program, |limiter| limiter.acquire(now))?;
                permit.map(|permit| (program.clone(), permit))
            }
            None => None,
        };
        Ok(Some(FetchPermit { request, share }))
    }

    /// Records how the service answered a request. A request that it rejected with 429 does not count; `Retry-After`
    /// decides when the next one is made.
    pub fn record_response(
        &self,
        permit: FetchPermit,
        failure: Option<&CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let pause_s = failure.and_then(CallFailure::pause_s);
        let is_repeated = self.limiter().state()?.has_waited(permit.request);
        if let Some(pause_s) = pause_s {
            self.limiter().pause(pause_s, now)?;
        }
        let Some(CallFailure::Throttled { .. }) = failure else {
            return self.limiter().answered(permit.request, now);
        };
        self.cancel(permit)?;
        if !is_repeated && pause_s.is_some_and(|pause_s| pause_s < BURST_PAUSE_S) {
            return Ok(());
        }
        // A 429 before the budget is used up means that other clients of the same key use it too.
        let used = self.limiter().state()?.times.count(&self.window, now);
        if used < self.window.limit { self.limiter().learn(used.max(1), now) } else { Ok(()) }
    }

    /// Stops counting a request, because the service did not count it.
    pub(super) fn cancel(&self, permit: FetchPermit) -> Result<(), DatabaseError> {
        self.limiter().cancel(permit.request)?;
        match permit.share {
            Some((program, permit)) => self.with_share(&program, |limiter| limiter.cancel(permit)),
            None => Ok(()),
        }
    }

    /// Ends the pause that the service asked for, and forgets a learned limit, because a person says so. Returns whether there was one of
    /// them.
    pub fn end_pause(&self, now: UnixMs) -> Result<bool, DatabaseError> {
        let state = self.limiter().state()?;
        let was_paused = state.budget(&self.window, 0, now).paused_until.is_some();
        let was_limited = state.learned_limit(&self.window, now).is_some();
        self.limiter().resume()?;
        Ok(was_paused || was_limited)
    }

    /// The remaining budget for a lookup. Its `limit` is that of the whole budget, as far as it is known.
    pub fn budget(&self, lookup: &LookupOptions, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.budget_of(&self.limiter().state()?, lookup, now))
    }

    /// Why there is no request for a lookup whose data are not cached.
    pub(super) fn exhausted(&self, lookup: &LookupOptions, now: UnixMs) -> Result<Exhausted, DatabaseError> {
        if lookup.cache == CacheDirective::OnlyIfCached {
            let error = "Nothing is cached for this range, and the request allows no other answer.";
            let reason = ErrorReason { code: ProblemCode::NotCached, error: error.to_owned() };
            return Ok(Exhausted { reason, retry_at: None });
        }
        let state = self.limiter().state()?;
        let budget = self.budget_of(&state, lookup, now);
        if let Some(program) = &lookup.program {
            let share = self.share(program, now)?;
            if share.remaining == 0 && (budget.remaining > 0 || share.resets_at >= budget.resets_at) {
                let cause = format!(
                    "This program has used its {} hourly requests for visitors, half of \
                     DOCKET_ANALYTICS_PER_HOUR",
                    share.limit
                );
                return Ok(not_cached(&share, &cause, now));
            }
        }
        let cause = if budget.limit < self.window.limit && !lookup.is_of_person() {
            format!(
                "The documentation service accepted no more than {} requests for visitors this hour",
                budget.limit
            )
        } else {
            let of_people = self.budget_of(&state, &LookupOptions::person(), now);
            let reserve =
                if of_people.remaining > 0 { ", except for those that are reserved for people" } else { "" };
            format!("This hour's requests for visitors (DOCKET_ANALYTICS_PER_HOUR) are exhausted{reserve}")
        };
        Ok(not_cached(&budget, &cause, now))
    }

    /// The remaining budget for a lookup, and when the last of so many of its requests can be made, if they are made as
    /// early as the budget has them.
    pub(super) fn forecast(
        &self,
        lookup: &LookupOptions,
        requests: u32,
        now: UnixMs,
    ) -> Result<(Budget, UnixMs), DatabaseError> {
        let state = self.limiter().state()?;
        let budget = self.budget_of(&state, lookup, now);
        let limit = budget.limit.saturating_sub(lookup.reserve(budget.limit));
        let window = Window { limit, ..self.window };
        let done_at = window.done_at(&state.times, budget.paused_until, requests, now);
        Ok((budget, done_at))
    }

    fn budget_of(&self, state: &LimiterState, lookup: &LookupOptions, now: UnixMs) -> Budget {
        let budget = self.known_budget_of(state, lookup, now);
        if !lookup.is_of_person() || budget.remaining > 0 {
            return budget;
        }
        let configured = state.budget(&self.window, 0, now);
        // The learned limit is a guess: once the pause that the service asked for is over, a person may try.
        if configured.remaining == 0 {
            Budget { limit: budget.limit, ..configured }
        } else {
            Budget { remaining: 1, ..budget }
        }
    }

    /// The budget without a person's try beyond the learned limit.
    fn known_budget_of(&self, state: &LimiterState, lookup: &LookupOptions, now: UnixMs) -> Budget {
        let learned = state.learned_limit(&self.window, now).unwrap_or(u32::MAX);
        let limit = learned.min(self.window.limit);
        let reserve = self.window.limit.saturating_sub(limit).saturating_add(lookup.reserve(limit));
        Budget { limit, ..state.budget(&self.window, reserve, now) }
    }

    /// What is known to be left for everybody together.
    pub(super) fn known_budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.known_budget_of(&self.limiter().state()?, &LookupOptions::person(), now))
    }

    /// The budgets that a caller's requests are counted in, by name.
    pub fn budgets_of(
        &self,
        lookup: &LookupOptions,
        now: UnixMs,
    ) -> Result<Vec<(&'static str, Budget)>, DatabaseError> {
        let mut budgets = vec![("visitors", self.budget(lookup, now)?)];
        if let Some(program) = &lookup.program {
            budgets.push(("program", self.share(program, now)?));
        }
        Ok(budgets)
    }

    /// The budget of people, as the API reports it.
    pub fn budget_view(&self, now: UnixMs) -> Result<RequestBudget, DatabaseError> {
        Ok(self.budget(&LookupOptions::person(), now)?.view(now))
    }
}

/// Why a budget has no request for data that are not cached.
fn not_cached(budget: &Budget, cause: &str, now: UnixMs) -> Exhausted {
    let minutes = budget.reset_s(now).div_ceil(60);
    let effect = format!(", and nothing is cached for this range. Try again in {minutes} min.");
    budget.exhausted(cause, &effect)
}
