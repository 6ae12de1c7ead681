use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use chrono::DateTime;
use serde::{Deserialize, Serialize, Serializer};

use super::day::Day;
use super::iso8601;
use super::unix_ms::UnixMs;

/// A date or date-time of the visitors operation: `YYYY-MM-DD`, or an ISO 8601 date-time.
///
/// It has the original text, which Docket sends to the service, and the instant, which comparisons need. A date is its
/// first instant in UTC. A date-time without an offset is in UTC.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct DateOrTime {
    text: String,
    instant: UnixMs,
}

/// Why a text is not a date or date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a date like 2026-01-31 or an ISO 8601 date-time like 2026-01-31T09:30:00Z, of a day that exists"
)]
pub struct InvalidDate;

const DATE_LEN: usize = "2026-01-31".len();

impl DateOrTime {
    /// A bare date.
    #[must_use]
    pub fn day(day: Day) -> Self {
        Self { text: day.to_string(), instant: day.utc_start() }
    }

    /// An instant as a date-time in UTC, rounded down to the second.
    #[must_use]
    pub fn from_unix_ms(at: UnixMs) -> Self {
        let instant = UnixMs(at.0.saturating_sub(at.0.rem_euclid(1000)));
        // Only instants after the year 262,000 have no date.
        let time = DateTime::from_timestamp_millis(instant.0).unwrap_or_default();
        Self { text: format!("{:?}Z", time.naive_utc()), instant }
    }

    /// The instant.
    #[must_use]
    pub fn instant(&self) -> UnixMs {
        self.instant
    }

    /// Whether it is a date without a time.
    #[must_use]
    pub fn is_date(&self) -> bool {
        self.text.len() == DATE_LEN
    }
}

impl FromStr for DateOrTime {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let instant = if text.len() == DATE_LEN { iso8601::date(text) } else { iso8601::date_time(text) };
        instant.map(|instant| Self { text: text.to_owned(), instant }).ok_or(InvalidDate)
    }
}

impl TryFrom<String> for DateOrTime {
    type Error = InvalidDate;

    fn try_from(text: String) -> Result<Self, InvalidDate> {
        text.parse()
    }
}

impl Serialize for DateOrTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// Equality compares texts, because two texts for the same instant are different requests to the service.
impl PartialEq for DateOrTime {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for DateOrTime {}

impl Hash for DateOrTime {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for DateOrTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
