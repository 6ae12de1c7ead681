use crate::{InvalidParameter, SubmissionId, whole_number};

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
    pub const LIMIT: u32 = 100;
    /// Maximum number of submissions per page.
    pub const LIMIT_MAX: u32 = 200;

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
                    let before = value
                        .parse()
                        .map_err(|error| InvalidParameter::new("before", format!("is invalid: {error}")));
                    query.before = Some(before?);
                }
                "limit" => {
                    let limit = whole_number(value).and_then(|limit| u32::try_from(limit).ok());
                    let limit = limit.filter(|limit| (1..=Self::LIMIT_MAX).contains(limit));
                    let rule = "must be a whole number from 1 to 200";
                    query.limit = Some(limit.ok_or_else(|| InvalidParameter::new("limit", rule))?);
                }
                _ => {
                    return Err(InvalidParameter::new(
                        "query",
                        "has a parameter other than before and limit",
                    ));
                }
            }
        }
        Ok(query)
    }
}
