//! The state of Docket in a project: keys, budgets, calls and storage.

use serde::{Deserialize, Serialize};

use crate::{ErrorReason, PollingStatus, RequestBudget, UnixMs};

/// Response of `GET /api/projects/{project}/status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProjectStatus {
    /// The admin key of the project.
    pub key: KeyStatus,
    /// The state of the project's jobs.
    pub jobs: JobsAvailability,
    /// The state of the analytics of all projects with the same key. Absent for a caller who may not read visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsAvailability>,
}

/// What Docket reveals about an admin key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyStatus {
    /// Name of the secret that holds the key.
    pub setting: String,
    /// What the prefix of the key says about it, or that there is none.
    pub kind: KeyKind,
}

/// Kind of a key, by its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyKind {
    /// The secret is not set.
    Missing,
    /// The key has the prefix of an admin key.
    Admin,
    /// The key has the prefix of a key for another purpose, which does not work for jobs and analytics.
    Other,
    /// The key has an unknown prefix.
    Unknown,
}

/// The state of a project's jobs, or why it cannot be read. The other parts of the status do not depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a response has one")]
pub enum JobsAvailability {
    /// The state.
    Available(JobsStatus),
    /// The object that stores the jobs does not work.
    Unavailable(ErrorReason),
}

/// The state of analytics, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalyticsAvailability {
    /// The state.
    Available(AnalyticsStatus),
    /// The object that stores the visitors does not work.
    Unavailable(ErrorReason),
}

/// Budgets, durations, calls and storage of a project's jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobsStatus {
    /// Budget of jobs and follow-ups.
    pub prompts: RequestBudget,
    /// Budget of polls.
    pub polls: RequestBudget,
    /// The state of polling.
    pub polling: PollingStatus,
    /// How long jobs of the project take.
    pub durations: LearnedDurations,
    /// Outcome of the latest calls for jobs.
    pub calls: ServiceCalls,
    /// The database.
    pub storage: StorageStatus,
}

/// Budget, calls and storage of the analytics of an admin key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnalyticsStatus {
    /// Budget of requests. The limit is lower than in the settings after the service refused requests before the limit
    /// was reached.
    pub requests: RequestBudget,
    /// The limit in the settings.
    pub configured_limit: u32,
    /// Outcome of the latest calls for analytics.
    pub calls: ServiceCalls,
    /// The database.
    pub storage: StorageStatus,
}

/// How long the project's latest jobs took, from a prompt to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LearnedDurations {
    /// Number of durations: those of creates and of follow-ups, the latest 300 each at most. For a job, only those of
    /// its kind, if the kinds differ.
    pub learned_from: u32,
    /// Median duration in milliseconds; null before the first one.
    pub median_ms: Option<u64>,
    /// 90th percentile of the durations in milliseconds; null with fewer than 10.
    pub nine_of_ten_ms: Option<u64>,
    /// The duration that the settings expect until Docket has learned from jobs, in milliseconds.
    pub typical_ms: u64,
}

/// Outcome of the latest calls to the service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServiceCalls {
    /// Time of the last successful call. After a restart, it can be five minutes too early.
    pub succeeded_at: Option<UnixMs>,
    /// The failure of the last call; null if it succeeded. A call that the service rejected for its content is no
    /// failure.
    pub failure: Option<FailedCall>,
}

/// A failed call to the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedCall {
    /// When the call failed.
    pub at: UnixMs,
    /// Why the call failed.
    pub reason: ErrorReason,
}

/// The database of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageStatus {
    /// Size in bytes.
    pub bytes: u64,
    /// Version of the schema, which grows with the migrations.
    pub schema: u32,
}
