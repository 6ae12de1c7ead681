use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize, Serializer};

use super::iso8601;
use super::unix_ms::{DAY_MS, EPOCH_DAYS, UnixMs};
use super::zone::UtcOffsets;

/// A day of the calendar, 2000-01-01 to 2100-12-31, in any time zone. `YYYY-MM-DD` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Day(NaiveDate);

/// Why a text is not a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a day like 2026-01-31, from 2000 to 2100")]
pub struct InvalidDay;

impl Day {
    /// The years of all days.
    pub const YEARS: RangeInclusive<i32> = 2000..=2100;

    /// The day with this year, month (1 to 12) and day of the month, if it exists.
    #[must_use]
    pub fn from_ymd(year: i32, month: u32, day: u32) -> Option<Self> {
        NaiveDate::from_ymd_opt(year, month, day).and_then(Self::checked)
    }

    /// The day of a moment in a time zone.
    #[must_use]
    pub fn at(moment: UnixMs, zone: &impl UtcOffsets) -> Option<Self> {
        let local = moment.plus_ms(i64::from(zone.offset_s(moment)) * 1000);
        Self::from_epoch(i32::try_from(local.0.div_euclid(DAY_MS)).ok()?)
    }

    /// The day with this number of days since 1970-01-01.
    #[must_use]
    pub fn from_epoch(days: i32) -> Option<Self> {
        NaiveDate::from_num_days_from_ce_opt(days.checked_add(EPOCH_DAYS)?).and_then(Self::checked)
    }

    fn checked(date: NaiveDate) -> Option<Self> {
        Self::YEARS.contains(&date.year()).then_some(Self(date))
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub fn since_epoch(self) -> i32 {
        self.0.num_days_from_ce() - EPOCH_DAYS
    }

    /// The day `days` later, or earlier if negative; `None` outside 2000 to 2100.
    #[must_use]
    pub fn plus(self, days: i32) -> Option<Self> {
        Self::from_epoch(self.since_epoch().checked_add(days)?)
    }

    /// The next day, as the exclusive end of a span. Unlike other days it can be 2101-01-01.
    pub(crate) fn end(self) -> Option<Self> {
        self.0.succ_opt().map(Self)
    }

    /// Days from `earlier` to this one; negative if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> i32 {
        self.since_epoch() - earlier.since_epoch()
    }

    /// The same day of the year before; 28 February for a 29th.
    #[must_use]
    pub fn year_before(self) -> Option<Self> {
        let (year, month, day) = self.ymd();
        Self::from_ymd(year - 1, month, day).or_else(|| Self::from_ymd(year - 1, month, day - 1))
    }

    /// Year, month (1 to 12), and day of the month.
    #[must_use]
    pub fn ymd(self) -> (i32, u32, u32) {
        (self.0.year(), self.0.month(), self.0.day())
    }

    /// Days since Monday, 0 to 6.
    #[must_use]
    pub fn weekday(self) -> u32 {
        self.0.weekday().num_days_from_monday()
    }

    /// The first moment of the day in UTC.
    #[must_use]
    pub fn utc_start(self) -> UnixMs {
        UnixMs(i64::from(self.since_epoch()) * DAY_MS)
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, InvalidDay> {
        let start = iso8601::date(text).ok_or(InvalidDay)?;
        let days = i32::try_from(start.0.div_euclid(DAY_MS)).map_err(|_| InvalidDay)?;
        Self::from_epoch(days).ok_or(InvalidDay)
    }
}

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Self, InvalidDay> {
        text.parse()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
