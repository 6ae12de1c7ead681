use crate::http::page_limit;
use crate::{InvalidParameter, SubmissionId, whole_number};

/// The checked query of a list that is read page by page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageQuery<B> {
    /// Only what comes before this in time, or after it in a list of the newest first.
    pub before: Option<B>,
    /// Items per page, 1 to [`PageQuery::LIMIT_MAX`]; [`PageQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

/// The query of a job's history: `before` is a revision.
pub type HistoryQuery = PageQuery<u64>;

/// The query of the submissions list: `before` is one of them.
pub type SubmissionsQuery = PageQuery<SubmissionId>;

impl HistoryQuery {
    /// Reads decoded query parameters. It ignores unknown ones.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        Self::read(pairs, |value| {
            whole_number(value).ok_or_else(|| "must be a revision: a whole number".to_owned())
        })
    }
}

impl SubmissionsQuery {
    /// Reads decoded query parameters. It ignores unknown ones.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        Self::read(pairs, |value| value.parse().map_err(|error| format!("is invalid: {error}")))
    }
}

impl<B> PageQuery<B> {
    /// Default number of items per page.
    pub const LIMIT: u32 = page_limit::DEFAULT;
    /// Maximum number of items per page.
    pub const LIMIT_MAX: u32 = page_limit::MAX;

    /// Reads `before`, by a rule of the list's own, and `limit`. An empty `before` counts as absent.
    fn read<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        read_before: impl Fn(&str) -> Result<B, String>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs {
            match name {
                "before" if !value.is_empty() => {
                    let before = read_before(value).map_err(|rule| InvalidParameter::new("before", rule))?;
                    query.before = Some(before);
                }
                "limit" => query.limit = Some(page_limit::read(value)?),
                _ => {}
            }
        }
        Ok(query)
    }

    /// The number of items on its page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT).min(Self::LIMIT_MAX)
    }
}

/// Without a rule for `B`, which the derived implementation would have.
impl<B> Default for PageQuery<B> {
    fn default() -> Self {
        Self { before: None, limit: None }
    }
}
