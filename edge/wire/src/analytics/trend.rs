use serde::{Deserialize, Serialize};

use crate::{BackfillCost, BackfillProgress, Day, Interval, RequestBudget, UnixMs, VisitorTotals, ZoneName};

/// Response of `GET /api/projects/{project}/visitors/trend`: daily unique visitors. They are never added up, because a
/// visitor of two days is one unique visitor of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// The time zone, which decides when a day begins.
    pub zone: ZoneName,
    /// Every day that has begun, oldest first, without the days that the time zone skips.
    pub days: Vec<TrendDay>,
    /// Number of days without data, or with data from before the day had settled.
    pub missing: u32,
    /// Progress of the backfill, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if it failed within the last 24 hours and none has started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The cost of loading the missing days, if there are any.
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
    /// The date.
    pub day: Day,
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Unique visitors of the day; null if they are not loaded.
    pub totals: Option<VisitorTotals>,
    /// Whether the day was not over when it was requested; without data, whether it is not over now.
    pub partial: bool,
    /// When the data were requested from the service.
    pub checked_at: Option<UnixMs>,
}
