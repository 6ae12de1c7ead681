use serde::{Deserialize, Serialize};

use crate::{Interval, RequestBudget, UnixMs, VisitorTotals};

/// Response of `GET /api/projects/{project}/visitors/summary`: the totals of a span, and of the compared span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Whether the interval was not over when it was requested.
    pub partial: bool,
    /// Unique visitors of the interval.
    pub totals: VisitorTotals,
    /// Visitors who count as both people and AI.
    pub human_and_ai: u64,
    /// When the totals were requested from the service.
    pub checked_at: UnixMs,
    /// Whether the data are out of date, because Docket could not refresh them.
    pub stale: bool,
    /// The totals of the compared span, if they were requested and are available.
    pub compared: Option<ComparedTotals>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// The totals of the compared span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedTotals {
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Unique visitors of the interval.
    pub totals: VisitorTotals,
    /// Visitors who count as both people and AI.
    pub human_and_ai: u64,
    /// Whether the span was not over when it was requested, so that part of it is compared with a whole span.
    pub longer: bool,
}
