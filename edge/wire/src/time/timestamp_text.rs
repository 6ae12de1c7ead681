//! Moments as timestamps: their text in JSON and queries.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Timelike};

use super::date_or_time::InvalidDate;
use super::iso8601;
use super::unix_ms::UnixMs;

impl fmt::Display for UnixMs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only moments after the year 262,000 have no date.
        let moment = DateTime::from_timestamp_millis(self.0).unwrap_or_default().naive_utc();
        let time = moment.time();
        let (hour, minute, second) = (time.hour(), time.minute(), time.second());
        let ms = time.nanosecond() / 1_000_000;
        write!(f, "{:?}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z", moment.date())
    }
}

/// Reads a date-time of ISO 8601. One without an offset is in UTC.
impl FromStr for UnixMs {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        iso8601::date_time(text).ok_or(InvalidDate)
    }
}

impl TryFrom<String> for UnixMs {
    type Error = InvalidDate;

    fn try_from(text: String) -> Result<Self, InvalidDate> {
        text.parse()
    }
}

impl From<UnixMs> for String {
    fn from(at: UnixMs) -> Self {
        at.to_string()
    }
}
