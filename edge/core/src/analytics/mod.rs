//! Visitor figures: kept for a while, so that the service is asked as seldom as possible.
//!
//! The service allows an hourly number of analytics requests for each admin key, all projects together. An answer
//! that is fresh enough is given again; when the budget is spent or the service fails, an old one is better than
//! none, and says how old it is. Unique visitors are never added up, neither over pages nor over days: whatever is
//! told of a range was asked for that very range.

mod answers;
pub mod export;
mod governor;
mod policy;
mod progress;
mod queue;
pub mod tables;
mod totals;

use docket_wire::{ProjectId, UnixMs, VisitorsQuery};

use crate::rate_limit::Window;
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::CallFailure;

pub use governor::{Permit, Priority};
pub use policy::{is_settled, moving_fresh_for_ms};
pub use queue::{NotQueued, Work};
pub use totals::CachedTotals;

const SCHEMA: [&str; 10] = [
    "CREATE TABLE IF NOT EXISTS answers (
        request TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL
    ) STRICT",
    "CREATE INDEX IF NOT EXISTS answers_by_age ON answers (fetched_at)",
    "CREATE TABLE IF NOT EXISTS spends (at INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS block (only_one INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS lesson (
        only_one INTEGER PRIMARY KEY, per_hour INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT",
    "CREATE TABLE IF NOT EXISTS totals_projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE IF NOT EXISTS totals (
        project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, as_dates INTEGER NOT NULL,
        human INTEGER NOT NULL, ai INTEGER NOT NULL, total INTEGER NOT NULL, checked_at INTEGER NOT NULL,
        PRIMARY KEY (project, from_at, to_at, as_dates)
    ) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS gathers (
        id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL,
        last_day TEXT NOT NULL, zone TEXT NOT NULL, total INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0,
        UNIQUE (project, what, first_day, last_day, zone)
    ) STRICT",
    "CREATE TABLE IF NOT EXISTS work (
        gather INTEGER NOT NULL, nth INTEGER NOT NULL, date_from TEXT NOT NULL, date_to TEXT NOT NULL,
        PRIMARY KEY (gather, nth)
    ) STRICT, WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS given_up (
        project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL,
        zone TEXT NOT NULL, error TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (project, what, first_day, last_day, zone)
    ) STRICT, WITHOUT ROWID",
];

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
pub struct Archive<D> {
    db: D,
    window: Window,
}

/// Names a request: the same for all that must get the same answer.
#[must_use]
pub fn request_key(project: &ProjectId, query: &VisitorsQuery) -> String {
    let pairs: Vec<_> = query.pairs().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{project}?{}", pairs.join("&"))
}

impl<D: Database> Archive<D> {
    /// Opens the archive, with a budget of `per_hour` requests.
    ///
    /// # Errors
    /// If storage fails.
    pub fn open(db: D, per_hour: u32) -> Result<Self, DatabaseError> {
        SCHEMA.iter().try_for_each(|sql| db.run(sql, &[]).map(drop))?;
        Ok(Self { db, window: Window::per_hour(per_hour) })
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
        if let Some(ticket) = self.take(wish.priority, now)? {
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
