//! What Docket knows of its own state in a project: keys, budgets, calls and storage.

use serde::{Deserialize, Serialize};

use crate::{Fault, PollingStatus, RequestBudget, UnixMs};

/// Response of `GET /api/projects/{project}/status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProjectStatus {
    /// The admin key of the project.
    pub key: KeyStatus,
    /// The state of the project's jobs.
    pub jobs: JobsState,
    /// The state of the analytics of all projects with the same key. Absent for a caller who may not read visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsState>,
}

/// What Docket says of an admin key, which never leaves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyStatus {
    /// The name of the setting that holds it.
    pub setting: String,
    /// Its kind.
    pub kind: KeyKind,
}

/// The kind of a key, by how it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyKind {
    /// The setting is not there.
    Missing,
    /// It begins like an admin key.
    Admin,
    /// It begins like a key for another purpose, with which jobs and analytics do not work.
    Other,
    /// It begins like no key that Docket knows.
    Unknown,
}

/// The state of a project's jobs, or why it cannot be read. The other parts of the status do not depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a response has one")]
pub enum JobsState {
    /// The state.
    Available(JobsStatus),
    /// The object that has the jobs cannot work.
    Unavailable(Fault),
}

/// The state of analytics, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalyticsState {
    /// The state.
    Available(AnalyticsStatus),
    /// The object that has the figures cannot work.
    Unavailable(Fault),
}

/// Budgets, durations, calls and storage of a project's jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobsStatus {
    /// Jobs and follow-ups of the hour.
    pub prompts: RequestBudget,
    /// Polls of the hour.
    pub polls: RequestBudget,
    /// How polling is doing.
    pub polling: PollingStatus,
    /// How long the project's jobs take.
    pub durations: LearnedDurations,
    /// How the latest calls for jobs went.
    pub calls: ServiceCalls,
    /// The database.
    pub storage: StorageStatus,
}

/// Budget, calls and storage of the analytics of an admin key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnalyticsStatus {
    /// Requests of the hour. Its limit is lower than that of the settings after the service refused requests early.
    pub requests: RequestBudget,
    /// The limit of the settings.
    pub configured_limit: u32,
    /// How the latest calls for analytics went.
    pub calls: ServiceCalls,
    /// The database.
    pub storage: StorageStatus,
}

/// How long jobs took, from a prompt to the end, by the project's latest jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LearnedDurations {
    /// The number of durations that Docket learned from: of creates and of follow-ups, the latest 300 each at most. With a job,
    /// only those of its kind, if the kinds differ.
    pub learned_from: u32,
    /// Half of them took no longer. Null before the first one.
    pub median_ms: Option<u64>,
    /// 9 of 10 took no longer. Null with fewer than 10.
    pub nine_of_ten_ms: Option<u64>,
    /// What a job is expected to take before Docket has learned, by the settings.
    pub typical_ms: u64,
}

/// How the latest calls to the service went.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServiceCalls {
    /// The last successful call. After a restart it can be five minutes too early.
    pub succeeded_at: Option<UnixMs>,
    /// The failure of the last call, if that failed. A call that the service rejected for its content is no failure.
    pub failure: Option<FailedCall>,
}

/// A call to the service that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedCall {
    /// When it failed.
    pub at: UnixMs,
    /// Why.
    pub reason: Fault,
}

/// The database of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageStatus {
    /// Its size in bytes.
    pub bytes: u64,
    /// The version of its schema.
    pub schema: u32,
}
