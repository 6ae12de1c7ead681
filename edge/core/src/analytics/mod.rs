//! Visitors of one admin key, cached to save requests.
//!
//! The service limits the analytics requests per hour of each admin key, over all its projects. A cached answer is used
//! while it is fresh; when the budget is exhausted or the service fails, an old answer is used and marked as stale.
//! Unique visitors are never added up, neither over pages nor over days: the totals of a range are always those that
//! the service gave for exactly this range.
//!
//! The core decides, and the Durable Object carries out: every read is an [`Operation`] that says which page it needs
//! next, [`Analytics::lookup`] decides whether that page is cached, in flight, to be fetched, or unavailable, and
//! [`Analytics::record_fetch`] stores the service's answer. So the simulation runs all of it natively.
//!
//! Every method that returns a [`DatabaseError`](crate::storage::DatabaseError) fails if storage fails.

mod audit;
mod backfill;
mod backup;
mod budget;
mod cache;
pub mod export;
mod freshness;
mod lookup;
mod metrics;
mod operation;
mod reads;
mod retention;
mod schema;
mod status;
pub mod tables;
mod totals;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_wire::{CallerName, UnixMs};
use litemap::LiteMap;

use crate::metrics::StoredCounters;
use crate::rate_limit::{CachedState, Window};
use crate::storage::Database;
use crate::storage::schema::{OpenError, migrate};
use crate::upstream::calls::LatestCalls;
use tables::Tables;

pub use backfill::{
    AfterTask, BACKFILLS_MAX, BackfillKey, BackfillRun, BackfillTask, NotQueued, PROGRAM_BACKFILLS_MAX,
};
pub use backup::backup_domain;
pub use budget::FetchPermit;
pub use cache::{AnswerCache, CacheEntry};
pub use freshness::{is_settled, unsettled_fresh_for_ms};
pub use lookup::options::{CacheDirective, LookupOptions, Priority};
pub use lookup::{FetchError, LookupDecision, PageRequest};
pub use operation::{FetchResult, Operation, OperationStep};
pub use reads::{AvailableTotals, DayRowsRead, PageRead, RowsRead, TotalsRead, days_begun, interval_of};
pub use retention::DeletedVisitors;
pub use totals::{CachedTotals, Totals};

/// The visitors of one admin key, stored in a database.
#[derive(Debug)]
pub struct Analytics<D> {
    db: Rc<D>,
    tables: Tables<D>,
    window: Window,
    /// The stored state of the budget, once it is known: an answer from the cache needs it more than once.
    requests: CachedState,
    /// The stored states of the programs' shares of the budget.
    shares: RefCell<LiteMap<CallerName, Rc<CachedState>>>,
    /// Keys of the requests that the service has not answered yet.
    in_flight: RefCell<Vec<String>>,
    /// The latest calls of this instance.
    calls: RefCell<LatestCalls>,
    counters: RefCell<StoredCounters>,
    /// When something may expire next.
    retention_at: Cell<Option<UnixMs>>,
}

impl<D: Database> Analytics<D> {
    /// Opens the analytics with a budget of `per_hour` requests, and migrates their database.
    ///
    /// # Errors
    /// If a newer release wrote the database, or storage fails.
    pub fn open(db: D, per_hour: u32) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let db = Rc::new(db);
        let tables = Tables::new(Rc::clone(&db));
        Ok(Self {
            db,
            tables,
            window: Window::per_hour(per_hour),
            requests: CachedState::default(),
            shares: RefCell::default(),
            in_flight: RefCell::default(),
            calls: RefCell::default(),
            counters: RefCell::default(),
            retention_at: Cell::default(),
        })
    }

    #[must_use]
    pub fn tables(&self) -> &Tables<D> {
        &self.tables
    }

    #[must_use]
    pub fn cache(&self) -> AnswerCache<'_, D> {
        AnswerCache::new(&self.db)
    }

    #[must_use]
    pub fn totals(&self) -> Totals<'_, D> {
        Totals::new(&self.db)
    }
}
