use serde::{Deserialize, Serialize};

use crate::{BackfillKind, BackfillProgress, ProjectId, Span};

/// The request budget of the past hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestBudget {
    /// The requests per hour that the service allows, as far as Docket knows.
    pub limit: u32,
    /// The remaining requests.
    pub remaining: u32,
    /// Seconds until one more request is free.
    pub reset_s: u64,
}

/// The answer of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetReport {
    /// The budget, which all projects with the same admin key share.
    pub budget: RequestBudget,
    /// The queued backfills of these projects, next first.
    pub backfills: Vec<QueuedBackfill>,
}

/// A queued backfill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedBackfill {
    /// The project.
    pub project: ProjectId,
    /// What the backfill loads.
    pub kind: BackfillKind,
    /// The days.
    pub span: Span,
    /// The progress.
    pub progress: BackfillProgress,
}
