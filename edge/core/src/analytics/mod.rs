//! Visitor figures of one admin key: cached, so that the service is asked as rarely as possible.
//!
//! The service allows an hourly number of analytics requests for each admin key, all projects together. An answer that is
//! fresh enough is given again; when the budget is exhausted or the service fails, an old answer is given, marked as
//! stale. Unique visitors are never added up, neither over pages nor over days: whatever is shown of a range was asked
//! for that very range.
//!
//! The core decides, and the Durable Object carries out: every read is an [`Operation`] that says which page it needs
//! next, [`Analytics::lookup`] says whether that page is cached, under way, to be fetched or not to be had, and
//! [`Analytics::record_fetch`] stores what the service answered. So all of it runs natively in a simulation.

mod backfill;
mod budget;
mod cache;
pub mod export;
mod freshness;
mod lookup;
mod operation;
mod reads;
mod schema;
pub mod tables;
mod totals;

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use crate::rate_limit::Window;
use crate::storage::Database;
use crate::storage::schema::{OpenError, migrate};
use tables::Tables;

pub use crate::rate_limit::Permit;
pub use backfill::{BackfillRun, BackfillTask, NotQueued};
pub use budget::Priority;
pub use cache::{Cache, CacheEntry};
pub use freshness::{is_settled, moving_fresh_for_ms};
pub use lookup::{FetchError, Lookup, LookupDecision, PageRequest};
pub use operation::{FetchResult, Operation, Step};
pub use reads::{Figures, FiguresRead, PageRead, RowsRead, days_begun, interval_of};
pub use totals::{CachedTotals, Totals};

/// The figures of one admin key, over their database.
#[derive(Debug)]
pub struct Analytics<D> {
    db: Rc<D>,
    tables: Tables<D>,
    window: Window,
    /// Keys of the requests that the service has not answered yet.
    in_flight: RefCell<HashSet<String>>,
}

impl<D: Database> Analytics<D> {
    /// Opens the figures, with a budget of `per_hour` requests, and brings their database up to date.
    ///
    /// # Errors
    /// If storage fails, or a later release wrote the database.
    pub fn open(db: D, per_hour: u32) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let db = Rc::new(db);
        let tables = Tables::new(Rc::clone(&db));
        Ok(Self { db, tables, window: Window::per_hour(per_hour), in_flight: RefCell::default() })
    }

    /// The tables of paths.
    #[must_use]
    pub fn tables(&self) -> &Tables<D> {
        &self.tables
    }

    /// The service's answers, word for word.
    #[must_use]
    pub fn cache(&self) -> Cache<'_, D> {
        Cache::new(&self.db)
    }

    /// Totals of intervals.
    #[must_use]
    pub fn totals(&self) -> Totals<'_, D> {
        Totals::new(&self.db)
    }
}
