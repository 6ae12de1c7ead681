//! Bodies of the job routes.

use serde::{Deserialize, Serialize};

use crate::{Event, JobEntry, JobId, Label, LearnedDurations, Submission};

/// The newest jobs of a project: the first message of the live route, and one page of the jobs list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// Revision of the project's newest event; 0 before the first one.
    pub revision: u64,
    /// The jobs, in the order of the request: by default, the job that was added last comes first.
    pub jobs: Vec<JobEntry>,
    /// The newest submissions that have no job: in flight, rejected or of unknown outcome, newest first. Only the first
    /// page of the unfiltered list has them.
    pub submissions: Vec<Submission>,
    /// Whether more jobs follow in this order. The id of the last one is `before` of the next page.
    pub has_more: bool,
}

/// A page of the submissions that are queued, being sent, rejected or of unknown outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubmissionsPage {
    /// The submissions, newest first.
    pub submissions: Vec<Submission>,
    /// Whether older submissions follow. The id of the last one is `before` of the next page.
    pub has_more: bool,
}

/// One job with a page of its history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobDetail {
    /// Revision of the project's newest event, which can be about another job.
    pub revision: u64,
    /// The job, as it is in the list of jobs.
    pub job: JobEntry,
    /// The submissions that the events concern, oldest first. Long prompts are left out if they do not fit into the
    /// page.
    pub submissions: Vec<Submission>,
    /// The events, oldest first.
    pub events: Vec<Event>,
    /// Whether there are older events. The revision of the first one here is `before` of the next page.
    pub has_more: bool,
    /// How long jobs of the project take. A change of it alone does not change the `ETag`.
    pub durations: LearnedDurations,
}

/// Body of `POST /api/projects/{project}/jobs` and of a submission's `match`: a job that exists at the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobRef {
    /// Id of the job at the service.
    pub job: JobId,
}

/// Body of `PATCH /api/projects/{project}/jobs/{id}`. An absent member stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JobPatch {
    /// Whether Docket polls the job: false stops it, and true resumes it, also after Docket suspended it. An ended job is
    /// polled once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polling: Option<bool>,
    /// Whether the list leaves the job out unless it is asked for hidden ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// The labels of the job, in place of those that it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = JobPatch::LABELS_MAX)))]
    pub labels: Option<Vec<Label>>,
}

impl JobPatch {
    /// Maximum number of labels of a job.
    pub const LABELS_MAX: usize = 20;
}
