use serde::{Deserialize, Serialize};

use crate::{Interval, RequestBudget, UnixMs, VisitorTotals};

/// The answer of `GET /api/projects/{project}/visitors/summary`: the totals of a range, and of its comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The exact interval of the range.
    pub interval: Interval,
    /// Whether the range was not over when its totals were fetched.
    pub partial: bool,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors counted both as human and as AI.
    pub human_and_ai: u64,
    /// When the totals were fetched.
    pub checked_at: UnixMs,
    /// Whether the totals are past their freshness, because newer ones could not be fetched.
    pub stale: bool,
    /// The comparison, if the query asks for one and its totals could be loaded.
    pub compared: Option<ComparedTotals>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// The totals of the range that a range is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// The exact interval of the range.
    pub interval: Interval,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors counted both as human and as AI.
    pub human_and_ai: u64,
}
