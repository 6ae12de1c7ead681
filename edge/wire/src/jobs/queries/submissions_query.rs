use crate::http::page_limit;
use crate::{InvalidParameter, SubmissionId};

/// The checked query of the submissions list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubmissionsQuery {
    /// Submissions after this one in the list.
    pub before: Option<SubmissionId>,
    /// Submissions per page, 1 to [`SubmissionsQuery::LIMIT_MAX`]; [`SubmissionsQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl SubmissionsQuery {
    /// Default number of submissions per page.
    pub const LIMIT: u32 = page_limit::DEFAULT;
    /// Maximum number of submissions per page.
    pub const LIMIT_MAX: u32 = page_limit::MAX;

    /// Reads decoded query parameters.
    ///
    /// # Errors
    /// If a parameter is unknown or breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let (before, limit) = page_limit::read_page(pairs, |value| {
            value.parse().map_err(|error| format!("is invalid: {error}"))
        })?;
        Ok(Self { before, limit })
    }

    /// The number of submissions on its page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT).min(Self::LIMIT_MAX)
    }
}
