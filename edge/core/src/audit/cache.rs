use std::cell::Cell;

/// What an instance knows of the log of its database, so that an append reads nothing. A failed transaction need not clear it: ids may
/// have gaps, and an old entry that is not known is deleted later.
#[derive(Debug, Default)]
pub struct AuditCache {
    /// The id of the last entry.
    pub(super) last: Cell<Option<i64>>,
    /// No entry has a lower id.
    pub(super) oldest: Cell<Option<i64>>,
}
