use serde::{Deserialize, Serialize};

use crate::{BackfillKind, BackfillProgress, ProjectId, Span, UnixMs};

/// An hourly budget of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequestBudget {
    /// Requests per hour.
    pub limit: u32,
    /// Requests that are left.
    pub remaining: u32,
    /// Seconds until at least one more request is available.
    pub reset_s: u64,
    /// End of the pause that the service asked for; null without a pause. A person can end it earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<UnixMs>,
}

/// Response of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetReport {
    /// The budget, which all projects with the same admin key share.
    pub budget: RequestBudget,
    /// The queued backfills of these projects, in the order in which they run.
    pub backfills: Vec<QueuedBackfill>,
}

/// A backfill in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueuedBackfill {
    /// The project.
    pub project: ProjectId,
    /// What the backfill loads.
    pub kind: BackfillKind,
    /// The days that the backfill loads.
    pub span: Span,
    /// Progress of the backfill.
    pub progress: BackfillProgress,
}
