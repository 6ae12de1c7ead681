//! Stored values that an instance of the ledger has read, and transactions that keep them true.

use std::cell::{Cell, RefCell};

use docket_wire::UnixMs;

use super::store::{CachedCalls, ChangedJobs, JobsCache};
use crate::audit::AuditCache;
use crate::metrics::StoredCounters;
use crate::rate_limit::CachedState;
use crate::storage::{Database, DatabaseError};

/// Every poll needs these values, and the platform bills each read.
#[derive(Debug, Default)]
pub(super) struct LedgerCache {
    pub(super) polls: CachedState,
    pub(super) prompts: CachedState,
    pub(super) revision: Cell<Option<u64>>,
    pub(super) calls: RefCell<Option<CachedCalls>>,
    pub(super) jobs: JobsCache,
    pub(super) audit: AuditCache,
    /// Whether a follow-up is queued, if that is known. Every change of the ledger asks for those that it released.
    pub(super) has_queued: Cell<Option<bool>>,
    pub(super) changed: ChangedJobs,
    pub(super) counters: RefCell<StoredCounters>,
    /// When something expires next.
    pub(super) retention_at: Cell<Option<UnixMs>>,
    /// The counters before the transaction.
    counters_before: Cell<StoredCounters>,
    /// Whether a transaction is open.
    is_open: Cell<bool>,
    /// Whether a part of it has failed.
    has_failed: Cell<bool>,
}

impl LedgerCache {
    /// Runs `work` in a transaction: in the one that is open, if there is one. So a failure within it fails the outermost, even if
    /// its caller went on.
    pub(super) fn atomically<T>(
        &self,
        db: &impl Database,
        work: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let (mut work, mut done) = (Some(work), None);
        self.run(db, &mut || {
            done = Some(work.take().ok_or_else(DatabaseError::not_run)?()?);
            Ok(())
        })?;
        done.ok_or_else(DatabaseError::not_run)
    }

    // The function above is compiled once for each caller, and this one only once.
    fn run(
        &self,
        db: &impl Database,
        work: &mut dyn FnMut() -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        if self.is_open.get() {
            return work().inspect_err(|_| self.has_failed.set(true));
        }
        self.counters_before.set(*self.counters.borrow());
        self.is_open.set(true);
        self.has_failed.set(false);
        let done = db.transaction(&mut || {
            work()?;
            if self.has_failed.get() { Err(DatabaseError::not_run()) } else { Ok(()) }
        });
        self.is_open.set(false);
        if done.is_err() {
            self.forget();
        }
        done
    }

    /// Forgets what a failed transaction wrote: it is not stored.
    fn forget(&self) {
        self.counters.replace(self.counters_before.get());
        self.polls.take();
        self.prompts.take();
        self.revision.take();
        self.calls.take();
        self.jobs.forget();
        self.has_queued.take();
        self.changed.forget();
    }
}
