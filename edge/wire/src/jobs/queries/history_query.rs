use crate::http::page_limit;
use crate::{InvalidParameter, whole_number};

/// The checked query of a job's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HistoryQuery {
    /// Only events before this revision.
    pub before: Option<u64>,
    /// Events per page, 1 to [`HistoryQuery::LIMIT_MAX`]; [`HistoryQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl HistoryQuery {
    /// Default number of events per page.
    pub const LIMIT: u32 = page_limit::DEFAULT;
    /// Maximum number of events per page.
    pub const LIMIT_MAX: u32 = page_limit::MAX;

    /// Reads decoded query parameters.
    ///
    /// # Errors
    /// If a parameter is unknown or breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let (before, limit) = page_limit::read_page(pairs, |value| {
            whole_number(value).ok_or_else(|| "must be a revision: a whole number".to_owned())
        })?;
        Ok(Self { before, limit })
    }

    /// The number of events on its page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT).min(Self::LIMIT_MAX)
    }
}
