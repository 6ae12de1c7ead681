//! When the alarm of an analytics object is due.

use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;

use super::open_analytics::OpenAnalytics;
use crate::platform::clock;

impl OpenAnalytics {
    /// When the alarm has to do something next.
    pub(super) fn next_alarm(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let next = [self.core.next_backfill_at(clock::now())?, self.core.next_retention(self.visitors_days)?];
        Ok(next.into_iter().flatten().min())
    }
}
