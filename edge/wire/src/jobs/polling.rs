//! The state of polling in a project.

use serde::{Deserialize, Serialize};

/// The state of polling in a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PollingStatus {
    /// Number of jobs that have not ended.
    pub jobs: OpenJobCounts,
    /// Milliseconds by which the most overdue poll is late.
    pub overdue_ms: u64,
    /// Whether the most overdue poll is late by more than a minute.
    pub late: bool,
    /// What due polls wait for; null if they do not wait.
    pub waits_for: Option<PollsWait>,
    /// How late Docket detects the ends of jobs.
    pub end_delay: EndDelay,
    /// Database rows that Docket has read and written since it began to count them.
    pub rows: RowCounts,
}

/// Number of jobs that have not ended, by whether Docket polls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenJobCounts {
    /// Jobs that Docket polls.
    pub scheduled: u32,
    /// Jobs whose polling Docket suspended; 1000 stands for 1000 or more.
    pub suspended: u32,
    /// Jobs whose polling a person stopped; 1000 stands for 1000 or more.
    pub stopped: u32,
}

/// What due polls wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PollsWait {
    /// The hourly budget.
    Budget,
    /// The end of a pause that the service asked for.
    Pause,
}

/// How late Docket detected the ends of the project's latest jobs: at most the time between the last poll that found
/// a job active and the one that found it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EndDelay {
    /// Number of ends, the latest 64 at most.
    pub jobs: u32,
    /// Median delay in milliseconds; null before the first end.
    pub median_ms: Option<u64>,
}

/// Rows of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowCounts {
    /// Number of rows read.
    pub read: u64,
    /// Number of rows written.
    pub written: u64,
}
