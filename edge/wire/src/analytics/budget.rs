use serde::{Deserialize, Serialize};

use crate::{BackfillKind, BackfillProgress, ProjectId, Span};

/// What is left of the hour's requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestBudget {
    /// Requests that the service allows in an hour, as Docket has it.
    pub limit: u32,
    /// Requests that are left.
    pub remaining: u32,
    /// Seconds until one more is free.
    pub reset_s: u64,
}

/// Answer of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetReport {
    /// What is left, for all projects with the same admin key.
    pub budget: RequestBudget,
    /// What is being gathered for these projects, the next to be asked for first.
    pub backfills: Vec<QueuedBackfill>,
}

/// Something that is being gathered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedBackfill {
    /// For which project.
    pub project: ProjectId,
    /// What.
    pub kind: BackfillKind,
    /// Of which days.
    pub span: Span,
    /// How far it has come.
    pub progress: BackfillProgress,
}
