//! The ids of entries. They follow the time.

use docket_wire::UnixMs;

/// Ids in a millisecond. Ids are below 2^53, and so exact as a double, until the year 2248.
const IDS_PER_MS: i64 = 1024;

/// The ids that a log uses. Two logs use different ids if their entries are shown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditIdParity {
    /// The log of a project's jobs, or one that is read alone.
    Even,
    /// The log of analytics, which is read together with that of a project's jobs.
    Odd,
}

impl AuditIdParity {
    /// The least distance of two ids of a log.
    const STEP: i64 = 2;

    fn offset(self) -> i64 {
        match self {
            Self::Even => 0,
            Self::Odd => 1,
        }
    }
}

/// The first id of a moment.
pub(super) fn first_id(at: UnixMs) -> i64 {
    at.0.max(0).saturating_mul(IDS_PER_MS)
}

/// The moment of an id, as far as its millisecond.
pub(super) fn moment_of(id: i64) -> UnixMs {
    UnixMs(id / IDS_PER_MS)
}

/// The id after `last`. A clock that was set back does not change the order.
pub(super) fn next_id(parity: AuditIdParity, last: Option<i64>, now: UnixMs) -> i64 {
    let id = first_id(now).saturating_add(parity.offset());
    last.map_or(id, |last| id.max(last.saturating_add(AuditIdParity::STEP)))
}
