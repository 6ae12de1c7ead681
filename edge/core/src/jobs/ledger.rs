use std::cell::{Cell, RefCell};

use docket_wire::{CallerName, ProjectId, SubmissionId, UnixMs};

use super::ledger_settings::{LedgerSettings, POLLS, PROMPTS};
use super::polling::{DurationCache, LagWatch, StartedPolls};
use super::store::{
    CachedCalls, CallsRow, ChangedJobs, EventLog, JobTimes, JobsTable, OwnerRow, RetentionTable, ScheduleRow,
    SearchIndex, SubmissionsTable,
};
use crate::metrics::StoredCounters;
use crate::rate_limit::{CachedState, ChangeLimiter, StoredRateLimiter, Window};
use crate::storage::{Database, DatabaseError};

/// The ledger of one project, over its database.
///
/// # Errors
///
/// Every method fails if storage fails. A method that fails has written nothing.
#[derive(Debug)]
pub struct Ledger<D> {
    pub(super) db: D,
    pub(super) settings: LedgerSettings,
    pub(super) project: RefCell<Option<ProjectId>>,
    pub(super) started_polls: StartedPolls,
    pub(super) durations: DurationCache,
    pub(super) lag_watch: LagWatch,
    /// The queued follow-ups that this instance is sending. Those that an earlier instance was sending have an unknown outcome.
    pub(super) released: RefCell<Vec<SubmissionId>>,
    cache: LedgerCache,
}

/// Stored values that this instance has read. Every poll needs them, and the platform bills each read.
#[derive(Debug, Default)]
struct LedgerCache {
    polls: CachedState,
    prompts: CachedState,
    revision: Cell<Option<u64>>,
    calls: RefCell<Option<CachedCalls>>,
    has_queued: Cell<Option<bool>>,
    /// The jobs of which a queued follow-up may be released: those that changed since it was found that none is.
    release_candidates: ChangedJobs,
    counters: RefCell<StoredCounters>,
    /// When something expires next.
    retention_at: Cell<Option<UnixMs>>,
    /// The counters before the outermost transaction.
    counters_before: Cell<StoredCounters>,
    /// How many transactions are open, one within the other.
    transactions: Cell<u32>,
}

// Kept out of `Ledger::atomically`, which is compiled once for each caller, so that this is compiled only once.
impl LedgerCache {
    #[inline(never)]
    fn begin(&self) {
        if self.transactions.get() == 0 {
            self.counters_before.set(*self.counters.borrow());
        }
        self.transactions.set(self.transactions.get().saturating_add(1));
    }

    /// What a failed transaction wrote is not stored.
    #[inline(never)]
    fn end(&self, is_stored: bool) {
        self.transactions.set(self.transactions.get().saturating_sub(1));
        if is_stored {
            return;
        }
        self.counters.replace(self.counters_before.get());
        self.polls.take();
        self.prompts.take();
        self.revision.take();
        self.calls.take();
        self.has_queued.take();
        self.release_candidates.take();
    }
}

impl<D: Database> Ledger<D> {
    pub(super) fn new(db: D, settings: LedgerSettings) -> Self {
        Self {
            db,
            durations: DurationCache::empty(settings.typical_job_ms),
            settings,
            project: RefCell::default(),
            started_polls: StartedPolls::default(),
            lag_watch: LagWatch::default(),
            released: RefCell::default(),
            cache: LedgerCache::default(),
        }
    }

    /// Runs `work` in a transaction.
    pub(super) fn atomically<T>(
        &self,
        work: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.cache.begin();
        let done = self.db.atomically(work);
        self.cache.end(done.is_ok());
        done
    }

    pub(super) fn jobs(&self) -> JobsTable<'_, D> {
        JobsTable(&self.db)
    }

    pub(super) fn submissions(&self) -> SubmissionsTable<'_, D> {
        SubmissionsTable(&self.db)
    }

    pub(super) fn events(&self) -> EventLog<'_, D> {
        EventLog::new(&self.db, &self.cache.revision, &self.cache.release_candidates)
    }

    pub(super) fn search_index(&self) -> SearchIndex<'_, D> {
        SearchIndex(&self.db)
    }

    pub(super) fn job_times(&self) -> JobTimes<'_, D> {
        JobTimes(&self.db)
    }

    pub(super) fn owner_row(&self) -> OwnerRow<'_, D> {
        OwnerRow(&self.db)
    }

    pub(super) fn schedule_row(&self) -> ScheduleRow<'_, D> {
        ScheduleRow(&self.db)
    }

    pub(super) fn calls_row(&self) -> CallsRow<'_, D> {
        CallsRow::new(&self.db, &self.cache.calls)
    }

    pub(super) fn prompt_limiter(&self) -> StoredRateLimiter<'_, D> {
        let window = Window::per_hour(self.settings.agent_per_hour);
        StoredRateLimiter::new(&self.db, PROMPTS, window).with_cache(&self.cache.prompts)
    }

    pub(super) fn poll_limiter(&self) -> StoredRateLimiter<'_, D> {
        let window = Window::per_hour(self.settings.polls_per_hour);
        StoredRateLimiter::new(&self.db, POLLS, window)
            .with_cache(&self.cache.polls)
            .counting(&self.cache.counters)
    }

    /// The budget of a caller's changes that the service does not see.
    pub fn changes_of(&self, caller: &CallerName) -> ChangeLimiter<'_, D> {
        ChangeLimiter::new(&self.db, caller, self.settings.changes_per_hour)
    }

    pub(super) fn retention_table(&self) -> RetentionTable<'_, D> {
        RetentionTable(&self.db)
    }

    /// Whether a follow-up is queued, if that is known. Every change of the ledger asks for those that it released.
    pub(super) fn cached_has_queued(&self) -> &Cell<Option<bool>> {
        &self.cache.has_queued
    }

    /// The jobs of which a queued follow-up may be released.
    pub(super) fn release_candidates(&self) -> &ChangedJobs {
        &self.cache.release_candidates
    }

    pub(super) fn cached_retention_at(&self) -> &Cell<Option<UnixMs>> {
        &self.cache.retention_at
    }

    pub(super) fn counters(&self) -> &RefCell<StoredCounters> {
        &self.cache.counters
    }
}
