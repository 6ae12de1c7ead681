//! The state of analytics, for the page of settings.

use docket_wire::{AnalyticsStatus, StorageStatus, UnixMs};

use super::{Analytics, schema};
use crate::storage::schema::version_of;
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// Budget and calls, with the size of the database. Reads a few rows.
    pub fn status(&self, storage_bytes: u64, now: UnixMs) -> Result<AnalyticsStatus, DatabaseError> {
        let mut calls = self.calls.borrow().clone();
        // The cache has the time of every successful call, so that no further write is necessary.
        calls.succeeded_at = calls.succeeded_at.max(self.cache().newest()?);
        Ok(AnalyticsStatus {
            requests: self.budget_view(now)?,
            configured_limit: self.window.limit,
            calls: calls.report(),
            storage: StorageStatus { bytes: storage_bytes, schema: version_of(&schema::migrations::<D>()) },
        })
    }
}
