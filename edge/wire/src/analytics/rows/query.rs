//! The query of visitors by path.

use super::RowsView;
use crate::http::parameter;
use crate::{InvalidParameter, whole_number};

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
    /// Unique visitors over both in the compared span.
    Before,
    /// Unique visitors over both, minus those in the compared span.
    Change,
}

impl RowSort {
    /// In the order of the manual.
    pub const ALL: [Self; 7] =
        [Self::Path, Self::Human, Self::Ai, Self::Total, Self::Share, Self::Before, Self::Change];

    /// The value in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Human => "human",
            Self::Ai => "ai",
            Self::Total => "total",
            Self::Share => "share",
            Self::Before => "before",
            Self::Change => "change",
        }
    }

    /// Whether the largest value comes first unless the query says otherwise: paths begin with the first letter, and
    /// changes with the largest loss.
    #[must_use]
    pub fn is_first_descending(self) -> bool {
        !matches!(self, Self::Path | Self::Change)
    }

    /// Whether it is about the span that a view compares with.
    #[must_use]
    pub fn needs_comparison(self) -> bool {
        matches!(self, Self::Before | Self::Change)
    }
}

/// The checked query of rows and export, without the span.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowsQuery {
    /// The column to sort by; by default, the service's order.
    pub sort: Option<RowSort>,
    /// A ready-made view: only some of the rows, in its order unless `sort` says otherwise.
    pub view: Option<RowsView>,
    /// The direction; by default as [`RowSort::is_first_descending`] says.
    pub descending: Option<bool>,
    /// Text that the path contains. ASCII case is ignored.
    pub text: Option<String>,
    /// Text that the path starts with.
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
    /// Pages of the service that a query which needs all rows loads at most, without a backfill.
    pub const PAGES_AT_ONCE: u32 = 4;
    /// Maximum number of rows.
    pub const LIMIT_MAX: u32 = 1000;
    /// Maximum number of rows to skip: Docket loads 250,000 rows of a table.
    pub const OFFSET_MAX: u64 = 249_999;
    /// Maximum length of the search text, in bytes.
    pub const TEXT_BYTES_MAX: usize = 200;
    /// Maximum length of the prefix, in bytes.
    pub const PREFIX_BYTES_MAX: usize = 2000;

    /// The number of rows of a page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT)
    }

    /// Whether it is answered from two periods, because its view compares them.
    #[must_use]
    pub fn needs_comparison(&self) -> bool {
        self.view.is_some_and(RowsView::needs_comparison)
    }

    /// Reads decoded query parameters. It ignores unknown ones, and an empty value counts as absent.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                "sort" => {
                    let sort = RowSort::ALL.into_iter().find(|sort| sort.as_str() == value);
                    query.sort = Some(sort.ok_or_else(|| {
                        InvalidParameter::new(
                            "sort",
                            "must be path, human, ai, total, share, before or change",
                        )
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
                    let offset = whole_number(value).filter(|offset| *offset <= Self::OFFSET_MAX);
                    query.offset = offset.ok_or_else(|| {
                        InvalidParameter::new("offset", "must be a whole number from 0 to 249999")
                    })?;
                }
                "limit" => query.limit = Some(parameter::number("limit", value, 1..=Self::LIMIT_MAX)?),
                _ => {}
            }
        }
        if query.descending.is_some() && query.sort.is_none() {
            return Err(InvalidParameter::new("order", "requires the parameter sort"));
        }
        if query.sort.is_some_and(RowSort::needs_comparison) && !query.needs_comparison() {
            return Err(InvalidParameter::new(
                "sort",
                "must not be before or change without a view that compares: falling, quiet or new",
            ));
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
        pairs.extend(self.sort.map(|sort| ("sort", sort.as_str().to_owned())));
        pairs.extend(self.view.map(|view| ("view", view.as_str().to_owned())));
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
        self.descending.unwrap_or(self.sort.is_none_or(RowSort::is_first_descending))
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
