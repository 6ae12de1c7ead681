use super::AuditAction;
use crate::http::{page_limit, parameter};
use crate::{CallerName, InvalidParameter, UnixMs, whole_number};

/// The checked query of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditQuery {
    /// Only entries of this person or program.
    pub author: Option<CallerName>,
    /// Only entries of this action.
    pub action: Option<AuditAction>,
    /// Only refused actions, or only those that were done.
    pub refused: Option<bool>,
    /// Only entries from this time on.
    pub at_since: Option<UnixMs>,
    /// Only entries before this time.
    pub at_until: Option<UnixMs>,
    /// Only entries before the one with this id.
    pub before: Option<u64>,
    /// Entries per page, 1 to [`AuditQuery::LIMIT_MAX`]; [`AuditQuery::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl AuditQuery {
    /// Default number of entries per page.
    pub const LIMIT: u32 = page_limit::DEFAULT;
    /// Maximum number of entries per page.
    pub const LIMIT_MAX: u32 = page_limit::MAX;

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
                "author" => query.author = Some(CallerName(value.to_owned())),
                "action" => {
                    let action = AuditAction::parse(value);
                    let rule = "must be the name of an action";
                    query.action = Some(action.ok_or_else(|| InvalidParameter::new("action", rule))?);
                }
                "refused" => {
                    let rule = "must be true or false";
                    let refused = value.parse().map_err(|_| InvalidParameter::new("refused", rule))?;
                    query.refused = Some(refused);
                }
                "atSince" => query.at_since = Some(parameter::time("atSince", value)?),
                "atUntil" => query.at_until = Some(parameter::time("atUntil", value)?),
                "before" => {
                    let rule = "must be the id of an entry";
                    let before = whole_number(value).ok_or_else(|| InvalidParameter::new("before", rule))?;
                    query.before = Some(before);
                }
                "limit" => query.limit = Some(page_limit::read(value)?),
                _ => {}
            }
        }
        Ok(query)
    }

    /// The parameters to send. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.author.as_ref().map(|author| ("author", author.to_string())));
        pairs.extend(self.action.map(|action| ("action", action.as_str().to_owned())));
        pairs.extend(self.refused.map(|refused| ("refused", refused.to_string())));
        pairs.extend(self.at_since.map(|at| ("atSince", at.to_string())));
        pairs.extend(self.at_until.map(|at| ("atUntil", at.to_string())));
        pairs.extend(self.before.map(|before| ("before", before.to_string())));
        pairs.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        pairs
    }

    /// The number of entries on its page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT).min(Self::LIMIT_MAX)
    }
}
