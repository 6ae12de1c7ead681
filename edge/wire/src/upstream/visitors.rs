//! The documentation service's visitor figures, as its contract has them.

use serde::{Deserialize, Serialize};

use crate::{DateOrTime, InvalidDate};

/// Site-wide unique visitors of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorTotals {
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors over both: not their sum, since one visitor can be seen as both.
    pub total: u64,
}

/// Unique visitors of one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorRow {
    /// Path of the page. Written by whoever asked for it, crawlers included.
    pub path: String,
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors over both.
    pub total: u64,
}

/// Answer of the visitors operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VisitorsPage {
    /// Totals of the range. Never a sum of the rows.
    pub totals: VisitorTotals,
    /// One page of rows.
    pub visitors: Vec<VisitorRow>,
    /// Whether there are rows beyond this page.
    pub has_more: bool,
}

/// Query of the visitors operation, checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct VisitorsQuery {
    /// First moment that counts.
    pub date_from: Option<DateOrTime>,
    /// First moment that no longer counts.
    pub date_to: Option<DateOrTime>,
    /// Rows a page; the service takes 50 if it is absent.
    pub limit: Option<u32>,
    /// Rows to skip; 0 if it is absent.
    pub offset: Option<u64>,
}

/// Why a visitors query is refused before it is sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuery {
    /// A date is neither of the two formats.
    #[error("{field} {reason}")]
    Date {
        /// `dateFrom` or `dateTo`.
        field: &'static str,
        /// What is wrong with it.
        reason: InvalidDate,
    },
    /// The interval holds nothing.
    #[error("dateFrom must be before dateTo, which is exclusive")]
    EmptyInterval,
    /// Outside 1 to 250.
    #[error("limit must be a whole number from 1 to 250")]
    Limit,
    /// Negative or not a number.
    #[error("offset must be a whole number of at least 0")]
    Offset,
    /// The same parameter twice.
    #[error("{0} must be given only once")]
    Repeated(&'static str),
}

impl InvalidQuery {
    /// The query parameter at fault.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Date { field, .. } | Self::Repeated(field) => field,
            Self::EmptyInterval => "dateFrom",
            Self::Limit => "limit",
            Self::Offset => "offset",
        }
    }
}

impl VisitorsQuery {
    /// Largest page the service gives.
    pub const LIMIT_MAX: u32 = 250;
    /// Largest offset that crosses JavaScript unharmed.
    const OFFSET_MAX: u64 = 1 << 53;

    /// Reads decoded query parameters. Unknown ones are left out, an empty value counts as absent.
    ///
    /// # Errors
    /// Names the first parameter that breaks the contract.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, InvalidQuery> {
        const FIELDS: [&str; 4] = ["dateFrom", "dateTo", "limit", "offset"];
        let mut found: [Option<&str>; 4] = [None; 4];
        for (name, value) in pairs {
            let slot = FIELDS.iter().zip(found.iter_mut()).find(|(field, _)| **field == name);
            if let Some((field, slot)) = slot
                && slot.replace(value).is_some()
            {
                return Err(InvalidQuery::Repeated(field));
            }
        }
        let [from, to, limit, offset] = found.map(|value| value.filter(|v| !v.is_empty()));
        let date = |field, value: Option<&str>| {
            value
                .map(|v| v.parse::<DateOrTime>().map_err(|reason| InvalidQuery::Date { field, reason }))
                .transpose()
        };
        let query = Self {
            date_from: date("dateFrom", from)?,
            date_to: date("dateTo", to)?,
            limit: limit
                .map(|v| {
                    digits(v)
                        .filter(|n| (1..=u64::from(Self::LIMIT_MAX)).contains(n))
                        .ok_or(InvalidQuery::Limit)
                })
                .transpose()?
                .and_then(|n| u32::try_from(n).ok()),
            offset: offset
                .map(|v| digits(v).filter(|n| *n <= Self::OFFSET_MAX).ok_or(InvalidQuery::Offset))
                .transpose()?,
        };
        match (&query.date_from, &query.date_to) {
            (Some(from), Some(to)) if from.instant() >= to.instant() => Err(InvalidQuery::EmptyInterval),
            _ => Ok(query),
        }
    }

    /// The parameters to send, in a fixed order. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.date_from.as_ref().map(|v| ("dateFrom", v.to_string())));
        pairs.extend(self.date_to.as_ref().map(|v| ("dateTo", v.to_string())));
        pairs.extend(self.limit.map(|v| ("limit", v.to_string())));
        pairs.extend(self.offset.map(|v| ("offset", v.to_string())));
        pairs
    }
}

/// A whole number without sign or blanks; `str::parse` would take `+5`.
fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
