//! Bodies of the job routes.

use serde::{Deserialize, Serialize};

use crate::{Event, JobEntry, JobId, Label, Submission};

/// The newest jobs of a project, and everything a console needs to begin with.
/// Also the answer of the jobs list, page by page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The ledger's revision that this shows.
    pub revision: u64,
    /// Newest first.
    pub jobs: Vec<JobEntry>,
    /// Creates that have no job: under way, rejected or of unknown outcome, newest first. On the first page of the
    /// whole list only.
    pub submissions: Vec<Submission>,
    /// Whether there are older jobs.
    pub has_more: bool,
}

/// One job with its whole history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDetail {
    /// The ledger's revision that this shows.
    pub revision: u64,
    /// Its row.
    pub job: JobEntry,
    /// Its prompts, oldest first.
    pub submissions: Vec<Submission>,
    /// Its events, oldest first.
    pub events: Vec<Event>,
}

/// Body of `POST /api/projects/{project}/jobs` and of a submission's `match`: a job that exists at the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRef {
    /// The service's identifier.
    pub job: JobId,
}

/// Body of `PATCH /api/projects/{project}/jobs/{id}`: what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobPatch {
    /// Whether to poll it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polling: Option<bool>,
    /// Whether to leave it out of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// All its labels; at most [`JobPatch::LABELS_MAX`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<Label>>,
}

impl JobPatch {
    /// Labels of one job, at most.
    pub const LABELS_MAX: usize = 20;
}
