//! Visitors by path, as far as they are loaded.

use serde::{Deserialize, Serialize};

use super::{BackfillCost, BackfillProgress, ComparedRows, Interval, RequestBudget};
use crate::{UnixMs, VisitorRow, VisitorTotals};

/// Response of `GET /api/projects/{project}/visitors/rows`: the rows that are loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// The interval of the service's request.
    pub interval: Interval,
    /// Whether the interval was not over at the time of the request.
    pub partial: bool,
    /// The rows; empty if the request was for folders.
    pub rows: Vec<VisitorRow>,
    /// The span that the view compares with, if it does. Without all rows of both spans, the view has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<ComparedRows>,
    /// The folders, if the request was for folders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Folder>,
    /// Whether other rows or folders follow. Without a sort, a filter or folders, Docket loads the rows that a later request
    /// skips to; otherwise only a backfill loads more.
    pub has_more: bool,
    /// Loaded rows or folders that match the query, on all pages.
    pub matched: u64,
    /// Rows that are loaded.
    pub loaded: u64,
    /// Whether all rows are loaded.
    pub complete: bool,
    /// Pages of the service that are loaded.
    pub pages_loaded: u32,
    /// Rows that the service returned twice, because they moved between its pages. They are shown once, and the same number
    /// of other rows may be missing.
    pub duplicates_dropped: u64,
    /// Whether the site's totals changed between the requests.
    pub totals_changed: bool,
    /// When the first page was requested.
    pub fetched_from: UnixMs,
    /// When the last page was requested.
    pub fetched_to: UnixMs,
    /// Whether the figures are older than they should be. A backfill can load all of them again.
    pub stale: bool,
    /// Unique visitors of the site. Never a sum of the rows.
    pub totals: VisitorTotals,
    /// Progress of the backfill, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if that was within a day and none was started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// What a backfill of the other rows would cost. Absent if all rows are loaded, or if nothing is known of their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<BackfillCost>,
    /// The request budget.
    pub budget: RequestBudget,
}

impl Rows {
    /// Whether all rows are loaded of the span that the view compares with; true if it compares with none.
    #[must_use]
    pub fn has_all_compared(&self) -> bool {
        self.compared.as_ref().is_none_or(|compared| compared.complete)
    }
}

/// The pages of a folder. One visitor reads several pages, so the folder's visitors are not the sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Folder {
    /// The beginning of the paths, with a trailing slash.
    pub folder: String,
    /// The number of pages.
    pub pages: u64,
    /// Visitors of the most visited page: the folder has at least as many.
    pub at_least: VisitorTotals,
}
