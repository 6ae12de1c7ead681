//! Rows of a range's visitors by page, in an order and a choice of Docket's making.

use serde::{Deserialize, Serialize};

use super::{BackfillProgress, Interval, RequestBudget};
use crate::{InvalidFilter, UnixMs, VisitorRow, VisitorTotals};

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
    /// `ai / total`; 0 where nobody came.
    Share,
}

impl RowSort {
    const ALL: [Self; 5] = [Self::Path, Self::Human, Self::Ai, Self::Total, Self::Share];

    /// Its word in a query.
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

/// Which rows, in which order: the query of rows and export, without the range; checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowsQuery {
    /// In this order; in the service's if it is absent.
    pub sort: Option<RowSort>,
    /// Upwards or downwards, if it is said: else a path goes up, and a number down.
    pub descending: Option<bool>,
    /// Whose path has this text in it. Upper and lower case of ASCII are the same.
    pub text: Option<String>,
    /// Whose path begins with this.
    pub prefix: Option<String>,
    /// The folders right below the prefix in place of the rows.
    pub by_folder: bool,
    /// Rows to skip.
    pub offset: u64,
    /// Rows at most, 1 to [`RowsQuery::LIMIT_MAX`]; [`RowsQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl RowsQuery {
    /// Rows, if nothing else is asked for: a page of the service's.
    pub const LIMIT: u32 = 250;
    /// Rows at most.
    pub const LIMIT_MAX: u32 = 1000;
    /// Bytes of a text that is searched for, at most.
    pub const TEXT_BYTES_MAX: usize = 200;
    /// Bytes of a prefix, at most.
    pub const PREFIX_BYTES_MAX: usize = 2000;

    /// Reads decoded query parameters. Those of others are left out, an empty value counts as absent.
    ///
    /// # Errors
    /// Names the first parameter that breaks its rule.
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

    /// The parameters to send. Values need percent-encoding.
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

    /// Whether the largest come first.
    #[must_use]
    pub fn is_descending(&self) -> bool {
        self.descending.unwrap_or(!matches!(self.sort, Some(RowSort::Path)))
    }

    /// Whether it leaves rows out.
    #[must_use]
    pub fn has_filter(&self) -> bool {
        self.text.is_some() || self.prefix.is_some()
    }

    /// Whether only somebody who has all rows can answer it.
    #[must_use]
    pub fn needs_all(&self) -> bool {
        self.sort.is_some() || self.has_filter() || self.by_folder
    }
}

/// Answer of `GET /api/projects/{project}/visitors/rows`: rows of a range by page, as far as they are held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rows {
    /// What the service was asked for.
    pub interval: Interval,
    /// Whether the range was not over when the service was asked.
    pub partial: bool,
    /// The rows. None if folders were asked for.
    pub rows: Vec<VisitorRow>,
    /// The folders, if those were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<Folder>,
    /// Rows, or folders, that the query is about, the ones on other pages included, as far as they are held.
    pub matched: u64,
    /// Rows that are held.
    pub loaded: u64,
    /// Whether those are all.
    pub complete: bool,
    /// Pages of the service's that are held.
    pub pages_loaded: u32,
    /// Rows that came twice, since they moved while the pages were asked for. They are shown once; as many others
    /// may be missing.
    pub duplicates_dropped: u64,
    /// Whether the site's totals changed while the pages were asked for.
    pub totals_changed: bool,
    /// When the first page was asked for.
    pub fetched_from: UnixMs,
    /// When the last one was.
    pub fetched_to: UnixMs,
    /// Whether the figures are older than they should be. All of them can be gathered anew.
    pub stale: bool,
    /// Unique visitors of the site, as the service has them: never a sum.
    pub totals: VisitorTotals,
    /// How far gathering them has come, if that is under way.
    pub backfill: Option<BackfillProgress>,
    /// Why gathering the rest was given up, if that was within a day and it was not begun again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// What is left of the hour's requests.
    pub budget: RequestBudget,
}

/// What is known of the pages of a folder together. One visitor reads several, so their visitors are not the sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Folder {
    /// The beginning of their paths, with the slash at its end.
    pub folder: String,
    /// How many there are.
    pub pages: u64,
    /// The visitors of the most read of them: the folder has at least so many.
    pub at_least: VisitorTotals,
}

fn invalid(field: &'static str, rule: &str) -> InvalidFilter {
    InvalidFilter { field, rule: rule.to_owned() }
}
