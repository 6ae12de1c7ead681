//! Stored values that an instance of the ledger has read, and transactions that keep them true.

use std::cell::{Cell, RefCell};

use docket_wire::UnixMs;

use super::store::{CachedCalls, ChangedJobs};
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
    /// Whether a follow-up is queued, if that is known. Every change of the ledger asks for those that it released.
    pub(super) has_queued: Cell<Option<bool>>,
    pub(super) changed: ChangedJobs,
    pub(super) counters: RefCell<StoredCounters>,
    /// When something expires next.
    pub(super) retention_at: Cell<Option<UnixMs>>,
    /// The counters before the outermost transaction.
    counters_before: Cell<StoredCounters>,
    /// How many transactions are open, one within the other.
    transactions: Cell<u32>,
}

impl LedgerCache {
    /// Runs `work` in a transaction.
    pub(super) fn atomically<T>(
        &self,
        db: &impl Database,
        work: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.begin();
        let done = db.atomically(work);
        self.end(done.is_ok());
        done
    }

    // The function above is compiled once for each caller, and these two only once.
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
        self.changed.forget();
    }
}
