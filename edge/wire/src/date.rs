use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

/// A date or date-time as the visitors operation takes it: `YYYY-MM-DD`, or an ISO 8601 date-time.
///
/// Keeps the text as it was written, since that is what goes to the service, and knows its moment, since
/// `from < to` needs it. A date stands for its first moment in UTC, and so does a date-time without an offset.
#[derive(Debug, Clone)]
pub struct DatePoint {
    text: String,
    instant: Timestamp,
}

/// Why a text is not a date point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a date like 2026-01-31 or an ISO 8601 date-time like 2026-01-31T09:30:00Z, of a day that exists"
)]
pub struct InvalidDate;

const DATE_LEN: usize = "2026-01-31".len();

impl DatePoint {
    /// The moment it stands for.
    #[must_use]
    pub fn instant(&self) -> Timestamp {
        self.instant
    }

    /// Whether it was written as a bare date.
    #[must_use]
    pub fn is_date(&self) -> bool {
        self.text.len() == DATE_LEN
    }
}

impl From<Date> for DatePoint {
    fn from(date: Date) -> Self {
        // A civil date in UTC is always within a timestamp's range but for the last hours of the year 9999.
        let instant = Offset::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight()));
        Self { text: date.to_string(), instant: instant.unwrap_or(Timestamp::MAX) }
    }
}

impl FromStr for DatePoint {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        if text.len() == DATE_LEN {
            return text.parse::<Date>().map(Self::from).map_err(|_| InvalidDate);
        }
        // The parser also takes a blank between date and time, which ISO 8601 does not, and zone names behind it.
        if !text.contains('T') || text.contains(['[', ' ']) || !text.is_ascii() {
            return Err(InvalidDate);
        }
        let instant = text
            .parse::<Timestamp>()
            .or_else(|_| text.parse::<DateTime>().and_then(|local| Offset::UTC.to_timestamp(local)))
            .map_err(|_| InvalidDate)?;
        Ok(Self { text: text.to_owned(), instant })
    }
}

/// Two texts for the same moment are different requests to the service, so equality is that of the text.
impl PartialEq for DatePoint {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for DatePoint {}

impl Hash for DatePoint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for DatePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
