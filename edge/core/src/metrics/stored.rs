//! The counters of an object as its instance knows them. A rate limiter stores them in its row, because every call to the service
//! writes that row anyway.

use super::counter::{Counter, Counters};
use crate::storage::DatabaseError;

/// Rows read since the last write that make a report write first.
const ROWS_READ_WORTH_STORING: u64 = 1_000;
/// Rows written since the last write that do. The write itself counts as some of them, and must not cause the next one.
const ROWS_WRITTEN_WORTH_STORING: u64 = 10;

/// The counters as they are stored, and what was counted since.
#[derive(Debug, Clone, Copy, Default)]
pub struct StoredCounters {
    /// `None` before they are read.
    stored: Option<Counters>,
    unstored: Counters,
}

impl StoredCounters {
    /// What was counted and not stored yet. The next write stores it.
    pub fn unstored(&mut self) -> &mut Counters {
        &mut self.unstored
    }

    /// What is stored, if that was read.
    #[must_use]
    pub fn stored(&self) -> Option<Counters> {
        self.stored
    }

    /// Takes over what a read found. A database from before there were counters has none.
    ///
    /// # Errors
    /// If a newer release wrote them.
    pub(crate) fn set_stored(&mut self, stored: Option<&[u8]>) -> Result<(), DatabaseError> {
        self.stored = Some(stored.map(Counters::decode).transpose()?.unwrap_or_default());
        Ok(())
    }

    /// The counters to write, with what was counted since they were stored.
    pub(crate) fn to_store(mut self) -> (Vec<u8>, Self) {
        let mut all = self.stored.unwrap_or_default();
        all.add_all(&self.unstored);
        self = Self { stored: Some(all), unstored: Counters::default() };
        (all.encode(), self)
    }

    /// Whether a report must write the counters first, so that a reported counter never goes back.
    #[must_use]
    pub fn is_worth_storing(&self) -> bool {
        self.unstored.has_more_than_rows()
            || self.unstored.get(Counter::RowsRead) >= ROWS_READ_WORTH_STORING
            || self.unstored.get(Counter::RowsWritten) >= ROWS_WRITTEN_WORTH_STORING
    }
}
