use serde::{Deserialize, Serialize};

use crate::{BackfillKind, BackfillProgress, Span, UnixMs};

/// An hourly budget of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequestBudget {
    /// Requests per hour.
    pub limit: u32,
    /// Requests that can be made now: 0 during a pause.
    pub remaining: u32,
    /// Seconds until at least one more request is available, rounded up.
    pub reset_s: u64,
    /// End of the pause that the service asked for; absent without a pause. A person can end it earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_until: Option<UnixMs>,
}

/// Response of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BudgetReport {
    /// The budget, which all projects with the same admin key share.
    pub budget: RequestBudget,
    /// The queued backfills of the project, in the order in which they run.
    pub backfills: Vec<QueuedBackfill>,
    /// The queued requests of the other projects with the same admin key, which use the same budget.
    pub queued_by_other_projects: u32,
}

/// A backfill in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueuedBackfill {
    /// What the backfill loads.
    pub kind: BackfillKind,
    /// The days that the backfill loads.
    pub span: Span,
    /// Progress of the backfill.
    pub progress: BackfillProgress,
}
