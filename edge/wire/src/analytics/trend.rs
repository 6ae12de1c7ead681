use serde::{Deserialize, Serialize};

use crate::{BackfillCost, BackfillProgress, Day, Interval, RequestBudget, UnixMs, VisitorTotals, ZoneName};

/// Response of `GET /api/projects/{project}/visitors/trend`: daily unique visitors. They are never added up, because a
/// visitor of two days is one unique visitor of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// The time zone, which determines when a day begins.
    pub zone: ZoneName,
    /// Every day that has begun, oldest first, without days that the time zone skips.
    pub days: Vec<TrendDay>,
    /// The number of days without figures, or with figures from before the day had settled.
    pub missing: u32,
    /// Progress of the backfill, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if that was within a day and none was started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// What it costs to load the missing days, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<BackfillCost>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// One day of a trend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrendDay {
    /// The day.
    pub day: Day,
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Unique visitors of the day, if they are loaded.
    pub totals: Option<VisitorTotals>,
    /// Whether the day was not over at the time of the request; without figures, whether it is not over now.
    pub partial: bool,
    /// The time of the request to the service.
    pub checked_at: Option<UnixMs>,
}
