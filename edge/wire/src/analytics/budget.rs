use serde::{Deserialize, Serialize};

use crate::{BackfillKind, BackfillProgress, ProjectId, Span, UnixMs};

/// The request budget of an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequestBudget {
    /// Requests that Docket may make in an hour.
    pub limit: u32,
    /// Requests that remain.
    pub remaining: u32,
    /// Seconds until at least one more request is available.
    pub reset_s: u64,
    /// The end of the pause that the service asked for, while it lasts. A person can end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<UnixMs>,
}

/// Response of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetReport {
    /// The budget of all projects with the same admin key.
    pub budget: RequestBudget,
    /// The backfills of these projects, the next one first.
    pub backfills: Vec<QueuedBackfill>,
}

/// A backfill in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueuedBackfill {
    /// The project.
    pub project: ProjectId,
    /// What it loads.
    pub kind: BackfillKind,
    /// The days that it loads.
    pub span: Span,
    /// Its progress.
    pub progress: BackfillProgress,
}
