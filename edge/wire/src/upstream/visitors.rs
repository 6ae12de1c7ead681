//! The documentation service's visitors, as in its contract.

use serde::{Deserialize, Serialize};

use crate::http::parameter;
use crate::{DateOrTime, InvalidParameter};

/// Unique visitors of a site in an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VisitorRow {
    /// Path of the page, as visitors and crawlers requested it.
    pub path: String,
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors over both.
    pub total: u64,
}

/// Response of the visitors operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct VisitorsResponse {
    /// Totals of the interval, which are never the sum of the rows.
    pub totals: VisitorTotals,
    /// The rows of this page.
    pub visitors: Vec<VisitorRow>,
    /// Whether more rows follow this page.
    pub has_more: bool,
}

/// The checked query of the visitors operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct VisitorsQuery {
    /// First moment of the interval.
    pub date_from: Option<DateOrTime>,
    /// First moment after the interval.
    pub date_to: Option<DateOrTime>,
    /// Rows per page; by default [`VisitorsQuery::LIMIT`].
    pub limit: Option<u32>,
    /// Rows to skip; the default is 0.
    pub offset: Option<u64>,
}

impl VisitorsQuery {
    /// Default page size of the service.
    pub const LIMIT: u32 = 50;
    /// Maximum page size of the service.
    pub const LIMIT_MAX: u32 = 250;

    /// Reads decoded query parameters. It ignores unknown ones, and an empty date counts as absent.
    ///
    /// # Errors
    /// If a parameter breaks the contract: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let [mut from, mut to, mut limit, mut offset] = [None; 4];
        for (name, value) in pairs {
            let (field, slot) = match name {
                "dateFrom" => ("dateFrom", &mut from),
                "dateTo" => ("dateTo", &mut to),
                "limit" => ("limit", &mut limit),
                "offset" => ("offset", &mut offset),
                _ => continue,
            };
            if slot.replace(value).is_some() {
                return Err(InvalidParameter::new(field, "must appear only once"));
            }
        }
        let [from, to] = [from, to].map(|value| value.filter(|value| !value.is_empty()));
        let query = Self {
            date_from: from.map(|text| parameter::date_or_time("dateFrom", text)).transpose()?,
            date_to: to.map(|text| parameter::date_or_time("dateTo", text)).transpose()?,
            limit: limit.map(|text| parameter::number("limit", text, 1..=Self::LIMIT_MAX)).transpose()?,
            offset: offset.map(parameter::offset).transpose()?,
        };
        match (&query.date_from, &query.date_to) {
            (Some(from), Some(to)) if from.instant() >= to.instant() => {
                Err(InvalidParameter::new("dateFrom", "must be before dateTo, which is exclusive"))
            }
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
