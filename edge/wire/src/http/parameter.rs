use std::ops::RangeInclusive;

use crate::{DateOrTime, InvalidDate, UnixMs};

/// Reads a whole number without sign or spaces; `str::parse` would accept `+5`.
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A query parameter, or a member of a body, that breaks its rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rule}")]
pub struct InvalidParameter {
    /// Name of the parameter.
    pub field: &'static str,
    /// The rule that it breaks: the rest of the sentence.
    pub rule: String,
}

impl InvalidParameter {
    /// A parameter and the rule that it breaks.
    #[must_use]
    pub fn new(field: &'static str, rule: impl Into<String>) -> Self {
        Self { field, rule: rule.into() }
    }
}

/// Reads a parameter that is a number in a range.
pub(crate) fn number(
    field: &'static str,
    text: &str,
    range: RangeInclusive<u32>,
) -> Result<u32, InvalidParameter> {
    let number = whole_number(text).and_then(|number| u32::try_from(number).ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let rule = format!("must be a whole number from {} to {}", range.start(), range.end());
        InvalidParameter::new(field, rule)
    })
}

/// Reads the parameter `offset`: a number that JavaScript represents exactly.
pub(crate) fn offset(text: &str) -> Result<u64, InvalidParameter> {
    let offset = whole_number(text).filter(|offset| *offset <= 1 << 53);
    offset.ok_or_else(|| InvalidParameter::new("offset", "must be a whole number from 0 to 9007199254740992"))
}

/// Reads a parameter that is a day or a time.
pub(crate) fn date_or_time(field: &'static str, text: &str) -> Result<DateOrTime, InvalidParameter> {
    text.parse().map_err(|invalid: InvalidDate| InvalidParameter::new(field, invalid.to_string()))
}

/// Reads a parameter that is a day or a time, as a time: of a day, its start in UTC.
pub(crate) fn time(field: &'static str, text: &str) -> Result<UnixMs, InvalidParameter> {
    date_or_time(field, text).map(|time| time.instant())
}
