//! How the latest calls to the service went.

use std::cell::RefCell;

use docket_wire::{FailedCall, UnixMs};

use super::column::{Column, next};
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::calls::LatestCalls;
use crate::upstream::failure::CallFailure;

/// The latest calls as this instance knows them, and as they are stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct CachedCalls {
    latest: LatestCalls,
    stored: LatestCalls,
}

/// The latest calls, in the row of the schedule. They are read once per instance, with a poll if there is one.
#[derive(Debug)]
pub(crate) struct CallsRow<'a, D> {
    db: &'a D,
    cache: &'a RefCell<Option<CachedCalls>>,
}

impl<'a, D: Database> CallsRow<'a, D> {
    pub(crate) fn new(db: &'a D, cache: &'a RefCell<Option<CachedCalls>>) -> Self {
        Self { db, cache }
    }

    pub(crate) fn latest(&self) -> Result<LatestCalls, DatabaseError> {
        Ok(self.load()?.latest)
    }

    /// Adds the outcome of a call, and stores it if it is worth a write.
    pub(crate) fn record(&self, failure: Option<&CallFailure>, now: UnixMs) -> Result<(), DatabaseError> {
        let mut calls = self.load()?;
        calls.latest.record(failure, now);
        if calls.latest.is_worth_storing(&calls.stored) {
            self.store(&calls.latest)?;
            calls.stored = calls.latest.clone();
        }
        self.cache.replace(Some(calls));
        Ok(())
    }

    /// Takes over what a read of the row found, unless this instance knows more.
    pub(crate) fn fill_cache(&self, stored: &LatestCalls) {
        let known = || CachedCalls { latest: stored.clone(), stored: stored.clone() };
        self.cache.borrow_mut().get_or_insert_with(known);
    }

    fn load(&self) -> Result<CachedCalls, DatabaseError> {
        if let Some(calls) = self.cache.borrow().clone() {
            return Ok(calls);
        }
        let row = self.db.run("SELECT succeeded_at, failed_at, fault FROM schedule LIMIT 1", &[])?.pop();
        let stored = read(&mut row.ok_or_else(|| DatabaseError("no schedule".to_owned()))?)?;
        Ok(CachedCalls { latest: stored.clone(), stored })
    }

    fn store(&self, calls: &LatestCalls) -> Result<(), DatabaseError> {
        let (at, reason) = calls.failed.as_ref().map(|failed| (failed.at, failed.reason.clone())).unzip();
        let values = [calls.succeeded_at.to_value()?, at.to_value()?, reason.to_value()?];
        self.db.run("UPDATE schedule SET succeeded_at = ?, failed_at = ?, fault = ?", &values).map(drop)
    }
}

/// Reads the next three columns of a row: `succeeded_at`, `failed_at` and `fault`.
pub(super) fn read(row: &mut Row) -> Result<LatestCalls, DatabaseError> {
    let succeeded_at = next(row)?;
    let failed: Option<(UnixMs, _)> = Option::zip(next(row)?, next(row)?);
    Ok(LatestCalls { succeeded_at, failed: failed.map(|(at, reason)| FailedCall { at, reason }) })
}
