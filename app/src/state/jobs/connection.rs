//! The state of the live connection to the edge.

/// Whether the jobs on the page are up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectionState {
    /// The connection is being opened for the first time.
    Connecting,
    /// The live stream is open.
    Live,
    /// The connection was lost and is being opened again.
    Reconnecting,
    /// The browser is offline.
    Offline,
}
