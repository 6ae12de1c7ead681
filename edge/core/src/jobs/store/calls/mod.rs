//! How the latest calls to the service went.

use std::cell::RefCell;

use docket_wire::{FailedCall, UnixMs};

use super::column::{Column, next};
use crate::storage::{Database, DatabaseError};
use crate::upstream::calls::LatestCalls;
use crate::upstream::failure::CallFailure;

/// The latest calls as this instance knows them, and as they are stored.
#[derive(Debug, Clone, Default)]
pub(in crate::jobs) struct KnownCalls {
    latest: LatestCalls,
    stored: LatestCalls,
}

/// The one row of the latest calls, which is read once per instance.
#[derive(Debug)]
pub(in crate::jobs) struct CallsRow<'a, D> {
    db: &'a D,
    known: &'a RefCell<Option<KnownCalls>>,
}

impl<'a, D: Database> CallsRow<'a, D> {
    pub(in crate::jobs) fn new(db: &'a D, known: &'a RefCell<Option<KnownCalls>>) -> Self {
        Self { db, known }
    }

    /// The latest calls.
    pub(in crate::jobs) fn latest(&self) -> Result<LatestCalls, DatabaseError> {
        Ok(self.load()?.latest)
    }

    /// Adds the outcome of a call, and stores it if it is worth a write.
    pub(in crate::jobs) fn record(
        &self,
        failure: Option<&CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let mut calls = self.load()?;
        calls.latest.record(failure, now);
        if calls.latest.is_worth_storing(&calls.stored) {
            self.store(&calls.latest)?;
            calls.stored = calls.latest.clone();
        }
        self.known.replace(Some(calls));
        Ok(())
    }

    fn load(&self) -> Result<KnownCalls, DatabaseError> {
        if let Some(calls) = self.known.borrow().clone() {
            return Ok(calls);
        }
        let row = self.db.run("SELECT succeeded_at, failed_at, fault FROM calls LIMIT 1", &[])?.pop();
        let mut row = row.ok_or_else(|| DatabaseError("no row of calls".to_owned()))?;
        let (succeeded_at, failed_at, reason) = (next(&mut row)?, next(&mut row)?, next(&mut row)?);
        let failed: Option<(UnixMs, _)> = Option::zip(failed_at, reason);
        let latest =
            LatestCalls { succeeded_at, failed: failed.map(|(at, reason)| FailedCall { at, reason }) };
        let calls = KnownCalls { stored: latest.clone(), latest };
        self.known.replace(Some(calls.clone()));
        Ok(calls)
    }

    fn store(&self, calls: &LatestCalls) -> Result<(), DatabaseError> {
        let (at, reason) = calls.failed.as_ref().map(|failed| (failed.at, failed.reason.clone())).unzip();
        let values = [calls.succeeded_at.to_value()?, at.to_value()?, reason.to_value()?];
        self.db.run("UPDATE calls SET succeeded_at = ?, failed_at = ?, fault = ?", &values).map(drop)
    }
}
