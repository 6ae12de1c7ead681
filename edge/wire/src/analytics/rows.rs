//! Rows: a range's visitors by path, which Docket can sort, filter and group.

use serde::{Deserialize, Serialize};

use super::{BackfillProgress, Interval, RequestBudget};
use crate::{InvalidFilter, UnixMs, VisitorRow, VisitorTotals};

/// The column by which rows are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSort {
    /// The path, by its bytes.
    Path,
    /// Unique people.
    Human,
    /// Unique AI visitors.
    Ai,
    /// Unique visitors, human or AI.
    Total,
    /// `ai / total`; 0 without visitors.
    Share,
}

impl RowSort {
    const ALL: [Self; 5] = [Self::Path, Self::Human, Self::Ai, Self::Total, Self::Share];

    /// The name in a query.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Human => "human",
            Self::Ai => "ai",
            Self::Total => "total",
            Self::Share => "share",
        }
    }
}

/// The validated query of rows and exports, without the range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowsQuery {
    /// The order of the rows; the service's order if it is absent.
    pub sort: Option<RowSort>,
    /// Whether the order is descending. If it is absent, paths are ascending and numbers descending.
    pub descending: Option<bool>,
    /// Only rows whose path contains this text, ignoring ASCII case.
    pub text: Option<String>,
    /// Only rows whose path begins with this prefix.
    pub prefix: Option<String>,
    /// Returns the folders directly below the prefix instead of rows.
    pub by_folder: bool,
    /// The number of rows to skip.
    pub offset: u64,
    /// The maximum number of rows, 1 to [`RowsQuery::LIMIT_MAX`]; [`RowsQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl RowsQuery {
    /// The default limit: one page of the service.
    pub const LIMIT: u32 = 250;
    /// The highest limit.
    pub const LIMIT_MAX: u32 = 1000;
    /// The maximum length of `text` in bytes.
    pub const TEXT_BYTES_MAX: usize = 200;
    /// The maximum length of `prefix` in bytes.
    pub const PREFIX_BYTES_MAX: usize = 2000;

    /// Reads decoded query parameters. Unknown parameters are ignored, and an empty value counts as absent.
    ///
    /// # Errors
    /// Names the first invalid parameter.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidFilter> {
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                "sort" => {
                    let sort = RowSort::ALL.into_iter().find(|sort| sort.word() == value);
                    query.sort =
                        Some(sort.ok_or_else(|| invalid("sort", "must be path, human, ai, total or share"))?);
                }
                "order" => {
                    query.descending = Some(match value {
                        "asc" => false,
                        "desc" => true,
                        _ => return Err(invalid("order", "must be asc or desc")),
                    });
                }
                "q" if value.len() > Self::TEXT_BYTES_MAX => {
                    return Err(invalid("q", "must not be longer than 200 bytes"));
                }
                "q" => query.text = Some(value.to_owned()),
                "prefix" if value.len() > Self::PREFIX_BYTES_MAX => {
                    return Err(invalid("prefix", "must not be longer than 2000 bytes"));
                }
                "prefix" => query.prefix = Some(value.to_owned()),
                "group" if value == "folder" => query.by_folder = true,
                "group" => return Err(invalid("group", "must be folder")),
                "offset" => {
                    let offset = value.parse().ok().filter(|offset| *offset <= 1 << 53);
                    query.offset =
                        offset.ok_or_else(|| invalid("offset", "must be a whole number of at least 0"))?;
                }
                "limit" => {
                    let limit = value.parse().ok().filter(|limit| (1..=Self::LIMIT_MAX).contains(limit));
                    query.limit =
                        Some(limit.ok_or_else(|| invalid("limit", "must be a whole number from 1 to 1000"))?);
                }
                _ => {}
            }
        }
        if query.by_folder && query.sort == Some(RowSort::Share) {
            return Err(invalid("sort", "can't be share for folders, whose visitors are not known exactly"));
        }
        Ok(query)
    }

    /// The query parameters. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.sort.map(|sort| ("sort", sort.word().to_owned())));
        let order = |descending| if descending { "desc" } else { "asc" };
        pairs.extend(self.descending.map(|descending| ("order", order(descending).to_owned())));
        pairs.extend(self.text.as_ref().map(|text| ("q", text.clone())));
        pairs.extend(self.prefix.as_ref().map(|prefix| ("prefix", prefix.clone())));
        pairs.extend(self.by_folder.then(|| ("group", "folder".to_owned())));
        pairs.extend((self.offset > 0).then(|| ("offset", self.offset.to_string())));
        pairs.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        pairs
    }

    /// Whether the order is descending, by default or explicitly.
    #[must_use]
    pub fn is_descending(&self) -> bool {
        self.descending.unwrap_or(!matches!(self.sort, Some(RowSort::Path)))
    }

    /// Whether the query filters rows.
    #[must_use]
    pub fn has_filter(&self) -> bool {
        self.text.is_some() || self.prefix.is_some()
    }

    /// Whether answering the query needs all rows of the range.
    #[must_use]
    pub fn needs_all(&self) -> bool {
        self.sort.is_some() || self.has_filter() || self.by_folder
    }
}

/// The answer of `GET /api/projects/{project}/visitors/rows`: the rows of a range that are loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// The exact interval of the range.
    pub interval: Interval,
    /// Whether the range was not over when its rows were fetched.
    pub partial: bool,
    /// The rows. Empty if the query groups by folder.
    pub rows: Vec<VisitorRow>,
    /// The folders, if the query groups by folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Folder>,
    /// The number of loaded rows, or folders, that match the query, including those on other pages.
    pub matched: u64,
    /// The number of loaded rows.
    pub loaded: u64,
    /// Whether all rows are loaded.
    pub complete: bool,
    /// The number of the service's pages that are loaded.
    pub pages_loaded: u32,
    /// The number of rows that came twice, because they moved between pages while these were fetched. They are shown
    /// once; as many other rows may be missing.
    pub duplicates_dropped: u64,
    /// Whether the site's totals changed while the pages were fetched.
    pub totals_changed: bool,
    /// When the oldest page was fetched.
    pub fetched_from: UnixMs,
    /// When the newest page was fetched.
    pub fetched_to: UnixMs,
    /// Whether the rows are past their freshness. A backfill can load them again.
    pub stale: bool,
    /// Unique visitors of the whole site, from the service: never a sum.
    pub totals: VisitorTotals,
    /// The progress of the backfill of these rows, if it is queued.
    pub backfill: Option<BackfillProgress>,
    /// Why the backfill failed, if it failed within the past day and was not started again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The request budget.
    pub budget: RequestBudget,
}

/// The paths of a folder. One visitor can read several of them, so their unique visitors cannot be added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Folder {
    /// The common prefix of the paths, including the final slash.
    pub folder: String,
    /// The number of paths.
    pub pages: u64,
    /// For each count, the highest of any path: the folder has at least this many visitors.
    pub at_least: VisitorTotals,
}

fn invalid(field: &'static str, rule: &str) -> InvalidFilter {
    InvalidFilter { field, rule: rule.to_owned() }
}
