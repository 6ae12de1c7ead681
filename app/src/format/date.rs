//! Days of the calendar in UTC. A calendar library would be a tenth of everything the browser has to load, for
//! five presets and two fields.

use std::fmt;
use std::str::FromStr;

/// A day, as the number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(i64);

/// Why a text is not a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InvalidDay;

const DAY_MS: i64 = 86_400_000;
/// Days before the first of March, the year beginning there so that the odd day of a leap year is its last.
const ERA_DAYS: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH_DAYS: i64 = 719_468;

impl Day {
    /// The day in UTC at a moment in Unix ms.
    pub(crate) fn at(now_ms: i64) -> Self {
        Self(now_ms.div_euclid(DAY_MS))
    }

    /// The day of a civil date of the Gregorian calendar, by Howard Hinnant's `days_from_civil`.
    fn from_civil(year: i64, month: i64, day: i64) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Self(era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - EPOCH_DAYS)
    }

    /// Year, month and day, by Howard Hinnant's `civil_from_days`.
    fn civil(self) -> (i64, i64, i64) {
        let days = self.0 + EPOCH_DAYS;
        let (era, of_era) = (days.div_euclid(ERA_DAYS), days.rem_euclid(ERA_DAYS));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let march_month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * march_month + 2) / 5 + 1;
        let month = (march_month + 2) % 12 + 1;
        let year = era * 400 + year + i64::from(month <= 2);
        (year, month, day)
    }

    /// The day so many days later, or earlier.
    pub(crate) fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    /// Days from `earlier` to this one.
    pub(crate) fn since(self, earlier: Self) -> i64 {
        self.0 - earlier.0
    }

    /// The first day of its month.
    pub(crate) fn first_of_month(self) -> Self {
        let (_, _, day) = self.civil();
        self.plus(1 - day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, InvalidDay> {
        let mut parts = text.split('-').map(|part| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<i64>().ok().filter(|_| is_number)
        });
        let (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(InvalidDay);
        };
        if !(0..=9999).contains(&year) || !(1..=12).contains(&month) {
            return Err(InvalidDay);
        }
        let read = Self::from_civil(year, month, day);
        // A day that does not exist, or a text that is written otherwise, does not come out as it went in.
        if read.to_string() == text { Ok(read) } else { Err(InvalidDay) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_reads_back() {
        let first: Day = "1870-01-01".parse().unwrap();
        let last: Day = "2270-01-01".parse().unwrap();
        assert_eq!(last.since(first), ERA_DAYS);
        for days in 0..=ERA_DAYS {
            let day = first.plus(days);
            assert_eq!(day.to_string().parse(), Ok(day));
        }
    }

    #[test]
    fn it_agrees_with_the_calendar_of_the_edge() {
        for (text, ms) in
            [("2026-01-31", 1_769_817_600_000), ("2024-02-29", 1_709_164_800_000), ("1970-01-01", 0)]
        {
            let day = Day::at(ms);
            assert_eq!((day.to_string().as_str(), Day::at(ms - 1)), (text, day.plus(-1)));
            let point: docket_wire::DatePoint = text.parse().unwrap();
            assert_eq!(point.instant().0, ms);
        }
    }

    #[test]
    fn what_is_no_day() {
        for bad in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-3",
            "2026-01-00",
            "31.01.2026",
            "-026-01-01",
            "2026-01-01-01",
            "+2026-01-01",
            "10000-01-01",
            "2026-01-99999999999999999999",
        ] {
            assert_eq!(bad.parse::<Day>(), Err(InvalidDay), "{bad}");
        }
    }
}
