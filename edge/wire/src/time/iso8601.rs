//! ISO 8601, in the forms that the visitors operation accepts. `chrono` has the calendar. Its parsers are not used,
//! because each accepts only one of the forms and adds formatting code to the Worker and the app.

use chrono::{Datelike, NaiveDate};

use super::unix_ms::{DAY_MS, EPOCH_DAYS, UnixMs};

const SECOND_MS: i64 = 1000;
/// More than the offset of any zone.
const OFFSET_HOURS_MAX: u32 = 25;

/// The first moment of a day in UTC: exactly `YYYY-MM-DD`.
pub(crate) fn date(text: &str) -> Option<UnixMs> {
    let mut rest = Rest(text.as_bytes());
    let start = rest.day(true)?;
    rest.0.is_empty().then_some(start)
}

/// `YYYY-MM-DDTHH[:MM[:SS[.fraction]]]` in UTC or with an offset, or the same without hyphens and colons.
pub(crate) fn date_time(text: &str) -> Option<UnixMs> {
    let mut rest = Rest(text.as_bytes());
    let has_hyphens = text.as_bytes().get(4) == Some(&b'-');
    let start = rest.day(has_hyphens)?;
    if !rest.take(b'T') {
        return None;
    }
    let (hour, minute, second) = rest.clock(23)?;
    // A fraction of an hour or a minute is refused: read as one of a second, it would be another moment.
    let fraction_ms = if second.is_some() { rest.fraction_ms()? } else { 0 };
    let offset_s = rest.offset_s()?;
    // A leap second counts as the second before it.
    let time_s = seconds(hour, minute, second.map(|second| second.min(59)));
    rest.0.is_empty().then(|| start.plus_ms((time_s - offset_s) * SECOND_MS + fraction_ms))
}

fn seconds(hours: u32, minutes: u32, seconds: Option<u32>) -> i64 {
    (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds.unwrap_or(0))
}

/// The rest of a text.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take(&mut self, byte: u8) -> bool {
        self.0.strip_prefix(&[byte]).map(|rest| self.0 = rest).is_some()
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        digits.iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + u32::from(byte.wrapping_sub(b'0')))
        })
    }

    fn day(&mut self, has_hyphens: bool) -> Option<UnixMs> {
        let year = self.digits(4)?;
        let month = (self.take(b'-') == has_hyphens).then(|| self.digits(2))??;
        let day = (self.take(b'-') == has_hyphens).then(|| self.digits(2))??;
        let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
        Some(UnixMs(i64::from(date.num_days_from_ce() - EPOCH_DAYS) * DAY_MS))
    }

    /// Hours, minutes, seconds. Minutes and seconds are optional. Colons are between all of them or none.
    fn clock(&mut self, hours_max: u32) -> Option<(u32, u32, Option<u32>)> {
        let hour = self.digits(2).filter(|hour| *hour <= hours_max)?;
        let has_colons = self.0.first() == Some(&b':');
        let (mut minute, mut second) = (0, None);
        if self.has_more(has_colons) {
            minute = self.digits(2).filter(|minute| *minute <= 59)?;
            if self.has_more(has_colons) {
                second = Some(self.digits(2).filter(|second| *second <= 60)?);
            }
        }
        Some((hour, minute, second))
    }

    fn has_more(&mut self, has_colons: bool) -> bool {
        if has_colons { self.take(b':') } else { self.0.first().is_some_and(u8::is_ascii_digit) }
    }

    /// Up to nine digits after a point or comma, rounded down to the millisecond.
    fn fraction_ms(&mut self) -> Option<i64> {
        if !self.take(b'.') && !self.take(b',') {
            return Some(0);
        }
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = (1..=9).contains(&count).then(|| self.digits(count))??;
        let exponent = u32::try_from(count).ok()?;
        Some(i64::from(digits) * SECOND_MS / 10_i64.pow(exponent))
    }

    /// Seconds ahead of UTC: 0 for `Z` and without an offset.
    fn offset_s(&mut self) -> Option<i64> {
        if self.0.is_empty() || self.take(b'Z') || self.take(b'z') {
            return Some(0);
        }
        let sign = if self.take(b'+') { 1 } else { self.take(b'-').then_some(-1)? };
        let (hours, minutes, of_minute) = self.clock(OFFSET_HOURS_MAX)?;
        Some(sign * seconds(hours, minutes, of_minute))
    }
}
