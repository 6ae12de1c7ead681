//! Whether this machine has what a command needs.

/// Whether something is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ToolState {
    /// Here it is.
    Ready(String),
    /// Every command that needs it installs it first, in this way.
    Installed(String),
    /// Only some commands need it; this is how to get it.
    Optional(String),
    /// No command works without it; this is how to get it.
    Missing(String),
}
