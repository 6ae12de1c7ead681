use serde::{Deserialize, Serialize};

use crate::{BackfillProgress, Day, Interval, RequestBudget, UnixMs, VisitorTotals, ZoneName};

/// The answer of `GET /api/projects/{project}/visitors/trend`: unique visitors per day. They cannot be added up,
/// because a person who comes on two days is one visitor of the span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// The zone whose clocks start the days.
    pub zone: ZoneName,
    /// Every day that has begun, oldest first, except days that the zone's clocks skipped.
    pub days: Vec<TrendDay>,
    /// The number of days without totals, or with totals from before the day was over.
    pub missing: u32,
    /// The progress of the backfill of these days, if it is queued.
    pub backfill: Option<BackfillProgress>,
    /// Why the backfill failed, if it failed within the past day and was not started again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// One day of a trend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TrendDay {
    /// The day.
    pub day: Day,
    /// The exact interval of the day.
    pub interval: Interval,
    /// Unique visitors of the day, if they were fetched.
    pub totals: Option<VisitorTotals>,
    /// Whether the day was not over when its totals were fetched; without totals, whether it is not over now.
    pub partial: bool,
    /// When the totals were fetched.
    pub checked_at: Option<UnixMs>,
}
