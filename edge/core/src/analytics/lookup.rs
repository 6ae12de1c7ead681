//! Where a page comes from: the cache, a request that is under way, or the service.

use docket_wire::{DateOrTime, ProjectId, UnixMs, VisitorsPage, VisitorsQuery};

use super::{Analytics, CacheEntry, Priority};
use crate::rate_limit::Permit;
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::{CallFailure, Unreadable};

/// Who asks, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// Who goes first when requests run short.
    pub priority: Priority,
    /// Whether to ask the service although the cache is fresh.
    pub force_refresh: bool,
}

/// A page of figures that somebody needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    /// Of which project.
    pub project: ProjectId,
    /// Which.
    pub query: VisitorsQuery,
    /// Who asks, and how.
    pub lookup: Lookup,
}

/// What to do about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookupDecision {
    /// Answer with what is cached. It is stale only if the budget is exhausted.
    Hit(CacheEntry),
    /// The same page was requested before, and its answer serves both.
    Join,
    /// Ask the service, and record what it answers. The request is counted already.
    Fetch(Permit),
    /// The budget is exhausted, and nothing is cached.
    Exhausted {
        /// Seconds until there is a request for this priority.
        wait_s: u64,
    },
}

/// Why figures cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The budget is exhausted for now, and nothing is cached.
    #[error("the budget is exhausted for {wait_s} s")]
    Exhausted {
        /// Seconds until it is not.
        wait_s: u64,
    },
    /// The service failed to answer.
    #[error(transparent)]
    Upstream(#[from] CallFailure),
    /// The table was dropped in the meantime.
    #[error("the table has expired")]
    TableExpired,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] DatabaseError),
    /// The request's answer was lost inside Docket.
    #[error("a request to the service was dropped")]
    Dropped,
}

impl FetchError {
    pub(super) const TOO_LARGE: Self = Self::Upstream(CallFailure::Unreadable(Unreadable::TooLarge));

    /// Whether an old answer may stand in. A rejected request or key has to be seen.
    pub(super) fn passes(&self) -> bool {
        match self {
            Self::Exhausted { .. } => true,
            Self::Upstream(failure) => failure.passes(),
            Self::TableExpired | Self::Storage(_) | Self::Dropped => false,
        }
    }
}

impl PageRequest {
    /// Names the request: the same for all that must get the same answer.
    #[must_use]
    pub fn key(&self) -> String {
        let pairs = self.query.pairs().into_iter().map(|(name, value)| format!("{name}={value}"));
        format!("{}?{}", self.project, pairs.collect::<Vec<_>>().join("&"))
    }
}

impl<D: Database> Analytics<D> {
    /// Decides what to do about a request, and counts it if that is to ask the service.
    ///
    /// # Errors
    /// If storage fails.
    pub fn lookup(&self, request: &PageRequest, now: UnixMs) -> Result<LookupDecision, DatabaseError> {
        let key = request.key();
        if self.in_flight.borrow().contains(&key) {
            return Ok(LookupDecision::Join);
        }
        let entry = self.cache().get(&key, now)?;
        let to = request.query.date_to.as_ref().map(DateOrTime::instant);
        if let Some(entry) = &entry
            && !request.lookup.force_refresh
            && self.is_fresh(to, entry.fetched_at, now)?
        {
            return Ok(LookupDecision::Hit(entry.clone()));
        }
        let priority = request.lookup.priority;
        if let Some(permit) = self.acquire(priority, now)? {
            self.in_flight.borrow_mut().insert(key);
            return Ok(LookupDecision::Fetch(permit));
        }
        Ok(match entry {
            Some(entry) => LookupDecision::Hit(CacheEntry { is_stale: true, ..entry }),
            None => LookupDecision::Exhausted { wait_s: self.budget(priority, now)?.reset_s(now) },
        })
    }

    /// Records what the service answered to a request that was to be fetched: the answer word for word, and the totals
    /// that came with it.
    ///
    /// # Errors
    /// If storage fails. The request is no longer under way in any case.
    pub fn record_fetch(
        &self,
        request: &PageRequest,
        permit: Permit,
        answer: Result<(&VisitorsPage, &str), &CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let key = request.key();
        self.in_flight.borrow_mut().remove(&key);
        self.record_response(permit, answer.err(), now)?;
        if let Ok((page, body)) = answer {
            self.totals().put(&request.project, &request.query, &page.totals, now)?;
            self.cache().put(&key, body, now)?;
        }
        Ok(())
    }

    /// Whether figures for a range that ends at `to` can be shown without asking again.
    ///
    /// # Errors
    /// If storage fails.
    pub fn is_fresh(
        &self,
        to: Option<UnixMs>,
        fetched_at: UnixMs,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        // For good, whatever is left of the budget.
        if to.is_some_and(|to| super::is_settled(to, fetched_at)) {
            return Ok(true);
        }
        let budget = self.budget(Priority::Person, now)?;
        Ok(now.since_ms(fetched_at) < super::moving_fresh_for_ms(&budget))
    }
}
