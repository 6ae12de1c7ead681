use serde::{Deserialize, Serialize};

use crate::{Interval, RequestBudget, UnixMs, VisitorTotals};

/// Answer of `GET /api/projects/{project}/visitors/summary`: one range, and what it is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// What the service was asked for.
    pub interval: Interval,
    /// Whether the range was not over when the service was asked.
    pub partial: bool,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors seen as both people and AI.
    pub human_and_ai: u64,
    /// When the service was asked.
    pub checked_at: UnixMs,
    /// Whether the figures are older than they should be, because nothing newer could be had.
    pub stale: bool,
    /// The same of the range before, if it was asked for and could be had.
    pub compared: Option<ComparedTotals>,
    /// What is left of the hour's requests.
    pub budget: RequestBudget,
}

/// What a range is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// What the service was asked for.
    pub interval: Interval,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors seen as both people and AI.
    pub human_and_ai: u64,
}
