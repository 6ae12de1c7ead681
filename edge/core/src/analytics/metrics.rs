//! What is counted of an admin key, and its sample for metrics.

use docket_wire::UnixMs;

use super::Analytics;
use crate::metrics::{AnalyticsGauge, Counter, Sample};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// Counts a lookup of visitors. It is stored with the next request to the service, at the latest when it is
    /// reported.
    pub(crate) fn count_lookup(&self, result: Counter) {
        self.counters.borrow_mut().unstored().add(result, 1);
    }

    /// Counts the rows that a request or an alarm has read and written.
    pub fn count_rows(&self, read: usize, written: usize) {
        self.counters.borrow_mut().unstored().add_rows(read, written);
    }

    /// The numbers of this admin key, with the size of the database.
    pub fn sample(&self, storage_bytes: u64, now: UnixMs) -> Result<Sample, DatabaseError> {
        let mut sample = self.limiter().reported_counters()?.sample();
        let budget = self.known_budget(now)?;
        let bytes = i64::try_from(storage_bytes).unwrap_or(i64::MAX);
        sample.extend(AnalyticsGauge::values(|gauge| match gauge {
            AnalyticsGauge::Limit => budget.limit.into(),
            AnalyticsGauge::Remaining => budget.remaining.into(),
            AnalyticsGauge::StorageBytes => bytes,
        }));
        Ok(sample)
    }
}
