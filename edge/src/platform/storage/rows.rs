//! Rows that statements read and write, as the platform counts and bills them.

use std::cell::Cell;

use serde::Serialize;
use worker::SqlCursor;

/// Counts the rows of an object's statements until they are logged, so that the lines of the log add up to the bill.
#[derive(Default)]
pub(crate) struct RowMeter(Cell<BilledRows>);

/// Rows read and written. An update of an index counts as one more row written.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BilledRows {
    pub(crate) rows_read: usize,
    pub(crate) rows_written: usize,
}

impl RowMeter {
    /// Adds the rows of a statement that has run.
    pub(super) fn add(&self, cursor: &SqlCursor) {
        let BilledRows { rows_read, rows_written } = self.0.get();
        self.0.set(BilledRows {
            rows_read: rows_read.saturating_add(cursor.rows_read()),
            rows_written: rows_written.saturating_add(cursor.rows_written()),
        });
    }

    /// The rows since the last call.
    pub(crate) fn take(&self) -> BilledRows {
        self.0.take()
    }
}
