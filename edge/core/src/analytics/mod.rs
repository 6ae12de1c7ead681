//! Visitor figures: kept for a while, so that the service is asked as seldom as possible.
//!
//! The service allows an hourly number of analytics requests for each admin key, all projects together. An answer
//! that is fresh enough is given again; when the budget is spent or the service fails, an old one is better than
//! none, and says how old it is. Unique visitors are never added up, neither over pages nor over days: whatever is
//! told of a range was asked for that very range.

mod backfill;
mod budget;
mod cache;
pub mod export;
mod freshness;
mod schema;
pub mod tables;
mod totals;

use std::rc::Rc;

use docket_wire::{ProjectId, UnixMs, VisitorsQuery};

use crate::rate_limit::Window;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::CallFailure;

pub use crate::rate_limit::Permit;
pub use backfill::{NotQueued, Work};
pub use budget::Priority;
pub use freshness::{is_settled, moving_fresh_for_ms};
use tables::Tables;
pub use totals::CachedTotals;

/// An answer of the service's, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheEntry {
    /// JSON.
    pub body: String,
    /// When the service gave it.
    pub fetched_at: UnixMs,
    /// Whether it is older than it should be, because nothing newer could be had.
    pub is_stale: bool,
}

/// Who wants an answer, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// Who goes before whom.
    pub priority: Priority,
    /// Whether to ask the service although what is kept is fresh.
    pub force_refresh: bool,
}

/// What to do about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookupDecision {
    /// Answer with what is kept.
    Hit(CacheEntry),
    /// Ask the service. The request is counted already.
    Fetch(Permit),
    /// The budget is spent, and nothing is kept. Seconds until there is one for this priority.
    Exhausted {
        /// Seconds.
        wait_s: u64,
    },
}

/// What is kept for one admin key, and what is left of its budget.
#[derive(Debug)]
pub struct Analytics<D> {
    db: Rc<D>,
    tables: Tables<D>,
    window: Window,
}

/// Names a request: the same for all that must get the same answer.
#[must_use]
pub fn request_key(project: &ProjectId, query: &VisitorsQuery) -> String {
    let pairs: Vec<_> = query.pairs().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{project}?{}", pairs.join("&"))
}

impl<D: Database> Analytics<D> {
    /// Opens the archive, with a budget of `per_hour` requests.
    ///
    /// # Errors
    /// If storage fails.
    pub fn open(db: D, per_hour: u32) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let db = Rc::new(db);
        let tables = Tables::new(Rc::clone(&db));
        Ok(Self { db, tables, window: Window::per_hour(per_hour) })
    }

    /// The tables of paths.
    #[must_use]
    pub fn tables(&self) -> &Tables<D> {
        &self.tables
    }

    /// Decides what to do about a request, and counts it if that is to ask.
    ///
    /// # Errors
    /// If storage fails.
    pub fn plan(
        &self,
        key: &str,
        query: &VisitorsQuery,
        wish: Lookup,
        now: UnixMs,
    ) -> Result<LookupDecision, DatabaseError> {
        let kept = self.kept(key, now)?;
        let to = query.date_to.as_ref().map(docket_wire::DateOrTime::instant);
        if let Some(kept) = &kept
            && !wish.force_refresh
            && self.is_fresh(to, kept.fetched_at, now)?
        {
            return Ok(LookupDecision::Hit(kept.clone()));
        }
        if let Some(ticket) = self.acquire(wish.priority, now)? {
            return Ok(LookupDecision::Fetch(ticket));
        }
        Ok(match kept {
            Some(kept) => LookupDecision::Hit(CacheEntry { is_stale: true, ..kept }),
            None => LookupDecision::Exhausted { wait_s: self.budget(wish.priority, now)?.reset_s(now) },
        })
    }

    /// Takes note of a failed call. Brings an old answer, if there is one and the failure is of the kind that passes.
    ///
    /// # Errors
    /// If storage fails.
    pub fn failed(
        &self,
        key: &str,
        failure: &CallFailure,
        now: UnixMs,
    ) -> Result<Option<CacheEntry>, DatabaseError> {
        if failure.passes() {
            Ok(self.kept(key, now)?.map(|kept| CacheEntry { is_stale: true, ..kept }))
        } else {
            Ok(None)
        }
    }

    /// Whether figures for a range that ends at `to` are good enough to be told without asking again.
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
        if to.is_some_and(|to| is_settled(to, fetched_at)) {
            return Ok(true);
        }
        let budget = self.budget(Priority::Person, now)?;
        Ok(now.since_ms(fetched_at) < moving_fresh_for_ms(&budget))
    }
}
