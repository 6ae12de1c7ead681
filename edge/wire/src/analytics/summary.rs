use serde::{Deserialize, Serialize};

use crate::{Interval, RequestBudget, UnixMs, VisitorTotals};

/// Response of `GET /api/projects/{project}/visitors/summary`: the totals of a span, and of the span to compare it with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Whether the interval was not over at the time of the request.
    pub partial: bool,
    /// Unique visitors of the interval.
    pub totals: VisitorTotals,
    /// Visitors that count as both people and AI.
    pub human_and_ai: u64,
    /// The time of the request to the service.
    pub checked_at: UnixMs,
    /// Whether the figures are older than they should be, because Docket could not refresh them.
    pub stale: bool,
    /// The totals to compare with, if they were requested and are available.
    pub compared: Option<ComparedTotals>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// The totals to compare a span with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Unique visitors of the interval.
    pub totals: VisitorTotals,
    /// Visitors that count as both people and AI.
    pub human_and_ai: u64,
    /// Whether the range was not over at the time of its request, so that a part of it is compared with a whole.
    pub longer: bool,
}
