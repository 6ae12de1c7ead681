//! How polling of a project's jobs is doing.

use serde::{Deserialize, Serialize};

/// How polling of a project's jobs is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PollingStatus {
    /// The jobs that have not ended.
    pub jobs: OpenJobCounts,
    /// Milliseconds since the most overdue poll could have been made.
    pub overdue_ms: u64,
    /// Whether that is more than a minute.
    pub late: bool,
    /// What due polls wait for. Null if for nothing.
    pub waits_for: Option<PollsWait>,
    /// With how much delay the ends of jobs are noticed.
    pub end_delay: EndDelay,
    /// The rows of the database since Docket counts them.
    pub rows: RowCounts,
}

/// Jobs that have not ended, by whether they are polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenJobCounts {
    /// Those that are polled.
    pub scheduled: u32,
    /// Those whose polling Docket suspended: 1000 stands for 1000 or more.
    pub suspended: u32,
    /// Those whose polling a person stopped: 1000 stands for 1000 or more.
    pub stopped: u32,
}

/// What due polls wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PollsWait {
    /// The budget of the hour.
    Budget,
    /// The end of a pause that the service asked for.
    Pause,
}

/// With how much delay the ends of the project's latest jobs were noticed: at most the time between the last poll that found
/// a job active and the one that found it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EndDelay {
    /// The number of ends: the latest 64 at most.
    pub jobs: u32,
    /// Half of them were noticed no later. Null before the first one.
    pub median_ms: Option<u64>,
}

/// Rows of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowCounts {
    /// Rows that were read.
    pub read: u64,
    /// Rows that were written.
    pub written: u64,
}
