//! Bodies of the job routes.

use serde::{Deserialize, Serialize};

use crate::{Event, JobEntry, JobId, Label, LearnedDurations, Submission};

/// The newest jobs of a project: the first message of the live route, and one page of the jobs list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The ledger's revision.
    pub revision: u64,
    /// Newest first.
    pub jobs: Vec<JobEntry>,
    /// The newest creates without a job: in flight, rejected or of unknown outcome, newest first. Only the first page of
    /// the unfiltered list has them.
    pub submissions: Vec<Submission>,
    /// Whether older jobs follow.
    pub has_more: bool,
}

/// A page of the submissions that are queued, being sent, rejected or of unknown outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubmissionsPage {
    /// Newest first.
    pub submissions: Vec<Submission>,
    /// Whether older submissions follow.
    pub has_more: bool,
}

/// One job with a page of its history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobDetail {
    /// The ledger's revision.
    pub revision: u64,
    /// The job.
    pub job: JobEntry,
    /// The submissions that the events concern, oldest first. Long prompts are left out if they do not fit into the page.
    pub submissions: Vec<Submission>,
    /// Oldest first.
    pub events: Vec<Event>,
    /// Whether older events precede.
    pub has_more: bool,
    /// How long the project's jobs take. A change of it alone does not change the `ETag`.
    pub durations: LearnedDurations,
}

/// Body of `POST /api/projects/{project}/jobs` and of a submission's `match`: a job that exists at the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobRef {
    /// The service's identifier.
    pub job: JobId,
}

/// Body of `PATCH /api/projects/{project}/jobs/{id}`: absent members do not change.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobPatch {
    /// Whether to poll it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polling: Option<bool>,
    /// Whether to hide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// All labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = JobPatch::LABELS_MAX)))]
    pub labels: Option<Vec<Label>>,
}

impl JobPatch {
    /// Maximum number of labels of a job.
    pub const LABELS_MAX: usize = 20;
}
