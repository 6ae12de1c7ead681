//! How far an export is.

use crate::api::ApiError;

/// Why an export is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExportInterruption {
    /// No request to the service is allowed for this many seconds.
    MustWait(u64),
    /// The edge could not load more rows.
    LoadFailed,
    /// The connection to the edge was lost.
    ConnectionLost,
}

#[derive(Debug, Clone)]
pub(crate) enum ExportState {
    Idle,
    /// Under way, with this many rows so far.
    Running {
        rows: u64,
    },
    /// Saved by the browser.
    Done {
        rows: u64,
        duplicates_dropped: u64,
    },
    /// Incomplete. It can be resumed after `rows` rows.
    Interrupted {
        rows: u64,
        cause: ExportInterruption,
    },
    /// Failed, and cannot be resumed.
    Failed(ApiError),
}
