//! Visitors by path, sorted and filtered.

use serde::{Deserialize, Serialize};

use super::{BackfillCost, BackfillProgress, ComparedRows, Interval, RequestBudget, RowsView};
use crate::{InvalidParameter, UnixMs, VisitorRow, VisitorTotals, whole_number};

/// What rows are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSort {
    /// The path, by its bytes.
    Path,
    /// Unique people.
    Human,
    /// Unique AI visitors.
    Ai,
    /// Unique visitors over both.
    Total,
    /// `ai / total`, or 0 without visitors.
    Share,
}

impl RowSort {
    const ALL: [Self; 5] = [Self::Path, Self::Human, Self::Ai, Self::Total, Self::Share];

    /// Its value in a query.
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

/// The checked query of rows and export, without the span.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowsQuery {
    /// The column to sort by; the service's order if it is absent.
    pub sort: Option<RowSort>,
    /// A ready-made view: only some of the rows, in its order unless `sort` says otherwise.
    pub view: Option<RowsView>,
    /// The direction; by default ascending for paths and descending for numbers.
    pub descending: Option<bool>,
    /// Text that the path contains. ASCII case is ignored.
    pub text: Option<String>,
    /// Text that the path begins with.
    pub prefix: Option<String>,
    /// Whether to return the folders directly below the prefix instead of rows.
    pub by_folder: bool,
    /// Rows to skip.
    pub offset: u64,
    /// Maximum number of rows, 1 to [`RowsQuery::LIMIT_MAX`]; [`RowsQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl RowsQuery {
    /// Default number of rows: one page of the service.
    pub const LIMIT: u32 = 250;
    /// Maximum number of rows.
    pub const LIMIT_MAX: u32 = 1000;
    /// Maximum length of the search text, in bytes.
    pub const TEXT_BYTES_MAX: usize = 200;
    /// Maximum length of the prefix, in bytes.
    pub const PREFIX_BYTES_MAX: usize = 2000;

    /// Reads decoded query parameters. It ignores unknown ones, and an empty value counts as absent.
    ///
    /// # Errors
    /// Names the first parameter that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                "sort" => {
                    let sort = RowSort::ALL.into_iter().find(|sort| sort.word() == value);
                    query.sort = Some(sort.ok_or_else(|| {
                        InvalidParameter::new("sort", "must be path, human, ai, total or share")
                    })?);
                }
                "order" => {
                    query.descending = Some(match value {
                        "asc" => false,
                        "desc" => true,
                        _ => return Err(InvalidParameter::new("order", "must be asc or desc")),
                    });
                }
                "view" => query.view = Some(RowsView::parse(value)?),
                "q" if value.len() > Self::TEXT_BYTES_MAX => {
                    return Err(InvalidParameter::new("q", "must not be longer than 200 bytes"));
                }
                "q" => query.text = Some(value.to_owned()),
                "prefix" if value.len() > Self::PREFIX_BYTES_MAX => {
                    return Err(InvalidParameter::new("prefix", "must not be longer than 2000 bytes"));
                }
                "prefix" => query.prefix = Some(value.to_owned()),
                "group" if value == "folder" => query.by_folder = true,
                "group" => return Err(InvalidParameter::new("group", "must be folder")),
                "offset" => {
                    let offset = whole_number(value).filter(|offset| *offset <= 1 << 53);
                    query.offset = offset.ok_or_else(|| {
                        InvalidParameter::new("offset", "must be a whole number of at least 0")
                    })?;
                }
                "limit" => {
                    let limit = whole_number(value).and_then(|limit| u32::try_from(limit).ok());
                    let limit = limit.filter(|limit| (1..=Self::LIMIT_MAX).contains(limit));
                    query.limit = Some(limit.ok_or_else(|| {
                        InvalidParameter::new("limit", "must be a whole number from 1 to 1000")
                    })?);
                }
                _ => {}
            }
        }
        if query.descending.is_some() && query.sort.is_none() {
            return Err(InvalidParameter::new("order", "requires the parameter sort"));
        }
        if query.by_folder && query.view.is_some() {
            return Err(InvalidParameter::new(
                "view",
                "must not be given for folders, because it is about pages",
            ));
        }
        if query.by_folder && query.sort == Some(RowSort::Share) {
            return Err(InvalidParameter::new(
                "sort",
                "must not be share for folders, because their visitors are not known exactly",
            ));
        }
        Ok(query)
    }

    /// The parameters to send. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.sort.map(|sort| ("sort", sort.word().to_owned())));
        pairs.extend(self.view.map(|view| ("view", view.word().to_owned())));
        let order = |descending| if descending { "desc" } else { "asc" };
        pairs.extend(self.descending.map(|descending| ("order", order(descending).to_owned())));
        pairs.extend(self.text.as_ref().map(|text| ("q", text.clone())));
        pairs.extend(self.prefix.as_ref().map(|prefix| ("prefix", prefix.clone())));
        pairs.extend(self.by_folder.then(|| ("group", "folder".to_owned())));
        pairs.extend((self.offset > 0).then(|| ("offset", self.offset.to_string())));
        pairs.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        pairs
    }

    /// Whether the largest value comes first.
    #[must_use]
    pub fn is_descending(&self) -> bool {
        self.descending.unwrap_or(!matches!(self.sort, Some(RowSort::Path)))
    }

    /// Whether it filters rows.
    #[must_use]
    pub fn has_filter(&self) -> bool {
        self.text.is_some() || self.prefix.is_some()
    }

    /// Whether the response needs all rows.
    #[must_use]
    pub fn needs_all(&self) -> bool {
        self.sort.is_some() || self.view.is_some() || self.has_filter() || self.by_folder
    }
}

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
