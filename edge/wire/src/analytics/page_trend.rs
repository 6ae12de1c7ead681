use serde::{Deserialize, Serialize};

use crate::{
    BackfillCost, BackfillProgress, Day, Interval, InvalidParameter, RequestBudget, UnixMs, VisitorTotals,
    ZoneName,
};

/// Maximum length of the path in a query of [`PageTrend`], in bytes. Docket cuts a longer path when it stores it.
pub const PAGE_PATH_BYTES_MAX: usize = 2100;

/// Response of `GET /api/projects/{project}/visitors/page-trend`: the unique visitors of one page on each day. They are
/// never added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageTrend {
    /// The path of the page.
    pub path: String,
    /// The time zone, which decides when a day begins.
    pub zone: ZoneName,
    /// Every day that has begun, oldest first, without the days that the time zone skips.
    pub days: Vec<PageDay>,
    /// Number of days whose rows are not loaded, or were loaded before the day had settled.
    pub missing: u32,
    /// Progress of the backfill, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if it failed within the last 24 hours and none has started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The cost of loading the missing days that no queued backfill of people loads, if there are any.
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
    /// The date.
    pub day: Day,
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Whether the day was not over when its rows were requested; without rows, whether it is not over now.
    pub partial: bool,
    /// What the rows of the day say about the page; null if they are not loaded.
    pub read: Option<PageDayRead>,
}

/// What the loaded rows of a day say about a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageDayRead {
    /// Unique visitors of the page; 0 if all rows of the day are loaded and the page is not among them. Null (unknown)
    /// if only some rows are loaded and the page is not among them.
    pub totals: Option<VisitorTotals>,
    /// Number of loaded rows of the day; 0 if the service's response was too large to read.
    pub rows: u32,
    /// When the rows were requested from the service.
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
