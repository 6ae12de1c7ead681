use serde::{Deserialize, Serialize};

use crate::{
    BackfillCost, BackfillProgress, Day, Interval, InvalidParameter, RequestBudget, UnixMs, VisitorTotals,
    ZoneName,
};

/// Maximum length of the path in a query of [`PageTrend`], in bytes. Docket cuts a longer path when it stores it.
pub const PAGE_PATH_BYTES_MAX: usize = 2100;

/// Response of `GET /api/projects/{project}/visitors/page-trend`: the unique visitors of one page on each day. They are never
/// added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageTrend {
    /// The path of the page.
    pub path: String,
    /// The time zone, which determines when a day begins.
    pub zone: ZoneName,
    /// Every day that has begun, oldest first, without days that the time zone skips.
    pub days: Vec<PageDay>,
    /// The number of days whose rows are not loaded, or were before the day had settled.
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

/// One day of a page's trend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageDay {
    /// The day.
    pub day: Day,
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Whether the day was not over at the time of the request; without rows, whether it is not over now.
    pub partial: bool,
    /// What the rows of the day say of the page, if they are loaded.
    pub read: Option<PageDayRead>,
}

/// What the loaded rows of a day say of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageDayRead {
    /// Unique visitors of the page; 0 if all rows of the day are loaded and the page is not among them. Null if it is not among
    /// those that are loaded, and there are more: its visitors are unknown.
    pub totals: Option<VisitorTotals>,
    /// The number of loaded rows of the day; 0 if the service's answer was too large to be read.
    pub rows: u32,
    /// The time of the request to the service.
    pub checked_at: UnixMs,
}

/// Reads the path among decoded query parameters.
///
/// # Errors
/// If it is absent or too long.
pub fn page_path<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<&'a str, InvalidParameter> {
    match pairs.into_iter().find(|(name, _)| *name == "path") {
        Some((_, path)) if path.len() > PAGE_PATH_BYTES_MAX => {
            Err(InvalidParameter::new("path", "must not be longer than 2100 bytes"))
        }
        Some((_, path)) if !path.is_empty() => Ok(path),
        _ => Err(InvalidParameter::new("path", "must be the path of a page")),
    }
}
