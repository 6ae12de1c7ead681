//! The ids of entries. They follow the time.

use docket_wire::UnixMs;

/// Ids in a millisecond. Ids are below 2^53, and so exact as a double, until the year 2248.
const IDS_PER_MS: i64 = 1024;

/// The ids that a log uses. Two logs whose entries are shown together use different ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditLane {
    /// Even ids: the log of a project's jobs, or one that is shown alone.
    Main,
    /// Odd ids: the log of analytics, which is shown together with that of a project's jobs.
    Analytics,
}

impl AuditLane {
    /// The number of lanes.
    const COUNT: i64 = 2;

    fn offset(self) -> i64 {
        match self {
            Self::Main => 0,
            Self::Analytics => 1,
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
pub(super) fn next_id(lane: AuditLane, last: Option<i64>, now: UnixMs) -> i64 {
    let id = first_id(now).saturating_add(lane.offset());
    last.map_or(id, |last| id.max(last.saturating_add(AuditLane::COUNT)))
}
