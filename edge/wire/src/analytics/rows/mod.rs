//! Visitors by path, as far as they are loaded.

mod query;
mod view;

use serde::{Deserialize, Serialize};

use super::{BackfillCost, BackfillProgress, Interval, RequestBudget};
use crate::{UnixMs, VisitorRow, VisitorTotals};

pub use query::{RowSort, RowsQuery};
pub use view::{ComparedRows, RowsView};

/// Response of `GET /api/projects/{project}/visitors/rows`: the rows that are loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// The interval of the request to the service.
    pub interval: Interval,
    /// Whether the interval was not over when it was requested.
    pub partial: bool,
    /// The rows; empty if the request was for folders.
    pub rows: Vec<VisitorRow>,
    /// The comparison, if the view compares. Until all rows of both spans are loaded, the view has no rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<ComparedRows>,
    /// The folders, if the request was for folders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Folder>,
    /// Whether more rows or folders follow. Without a sort, a filter or folders, a request with a higher `offset` makes
    /// Docket load them; otherwise only a backfill does.
    pub has_more: bool,
    /// Number of loaded rows or folders that match the query, on all pages.
    pub matched: u64,
    /// Number of loaded rows.
    pub loaded: u64,
    /// Whether all rows are loaded.
    pub complete: bool,
    /// Number of loaded pages of the service.
    pub pages_loaded: u32,
    /// Rows that the service returned twice, because they moved between its pages. They are shown once, and as many
    /// other rows may be missing.
    pub duplicates_dropped: u64,
    /// Whether the site's totals changed between the requests.
    pub totals_changed: bool,
    /// When the first page was requested.
    pub fetched_from: UnixMs,
    /// When the last page was requested.
    pub fetched_to: UnixMs,
    /// Whether the data are out of date. A backfill can load all of them again.
    pub stale: bool,
    /// Unique visitors of the site, which are never the sum of the rows.
    pub totals: VisitorTotals,
    /// Progress of the backfill, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if it failed within the last 24 hours and none has started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The cost of a backfill of the other rows. Absent if all rows are loaded, or if nothing is known about their
    /// number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<BackfillCost>,
    /// The request budget.
    pub budget: RequestBudget,
}

impl Rows {
    /// Whether all rows of the compared span are loaded; true without a comparison.
    #[must_use]
    pub fn has_all_compared(&self) -> bool {
        self.compared.as_ref().is_none_or(|compared| compared.complete)
    }
}

/// The pages of a folder. A visitor can read several pages, so the folder's visitors are not their sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Folder {
    /// The start of the paths, with a trailing slash.
    pub folder: String,
    /// Number of pages.
    pub pages: u64,
    /// Visitors of the most visited page: the folder has at least as many.
    pub at_least: VisitorTotals,
}
