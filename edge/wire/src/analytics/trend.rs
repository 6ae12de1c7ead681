use serde::{Deserialize, Serialize};

use crate::{BackfillProgress, Day, Interval, RequestBudget, UnixMs, VisitorTotals, ZoneName};

/// Answer of `GET /api/projects/{project}/visitors/trend`: unique visitors day by day. They are never added up: whoever
/// came on two days is one visitor of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// Whose clocks say when a day begins.
    pub zone: ZoneName,
    /// Every day that began already, the oldest first. A day that the zone's clocks skipped is left out.
    pub days: Vec<TrendDay>,
    /// How many of them have no figures yet, or only such as were taken before the day was over.
    pub missing: u32,
    /// How far gathering them has come, if that is under way.
    pub backfill: Option<BackfillProgress>,
    /// Why gathering the rest was given up, if that was within a day and it was not begun again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// What is left of the hour's requests.
    pub budget: RequestBudget,
}

/// One day of a trend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TrendDay {
    /// Which.
    pub day: Day,
    /// What the service was, or will be, asked for.
    pub interval: Interval,
    /// Unique visitors of the day, if it was asked for.
    pub totals: Option<VisitorTotals>,
    /// Whether the day was not over when the service was asked; without figures, whether it is not over.
    pub partial: bool,
    /// When the service was asked.
    pub checked_at: Option<UnixMs>,
}
