use super::page_limit;
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
    /// Names the first parameter that is unknown or breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs {
            match name {
                "before" => {
                    let rule = "must be a revision: a whole number";
                    let before = whole_number(value).ok_or_else(|| InvalidParameter::new("before", rule))?;
                    query.before = Some(before);
                }
                "limit" => query.limit = Some(page_limit::read(value)?),
                _ => {
                    let rule = "has a parameter other than before and limit";
                    return Err(InvalidParameter::new("query", rule));
                }
            }
        }
        Ok(query)
    }
}
