//! The days that a person selects.

use docket_wire::{Day, Span, ZoneName};

use super::Preset;
use crate::format::locale::day as format_day;
use crate::texts::analytics::range as texts;

/// The days that a person selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateRange {
    /// Days that move with the calendar.
    Preset(Preset),
    /// First and last day.
    Custom(Day, Day),
}

impl DateRange {
    /// Reads the first and last day from a date field or a URL.
    ///
    /// # Errors
    /// A sentence about the day that is wrong.
    pub(crate) fn parse(from: &str, to: &str, zone: &ZoneName) -> Result<Self, String> {
        let from = from.parse().map_err(|_| texts::ENTER_FIRST_DAY)?;
        let to = to.parse().map_err(|_| texts::ENTER_LAST_DAY)?;
        span(from, to, zone)?;
        Ok(Self::Custom(from, to))
    }

    /// First and last day when the current day is `today`.
    pub(crate) fn days(self, today: Day) -> (Day, Day) {
        match self {
            Self::Preset(preset) => preset.days(today).unwrap_or((today, today)),
            Self::Custom(from, to) => (from, to),
        }
    }

    /// The days in `zone` when the current day is `today`.
    ///
    /// # Errors
    /// A sentence, if there are too many days, or days that have not begun.
    pub(crate) fn span(self, today: Day, zone: &ZoneName) -> Result<Span, String> {
        let (from, to) = self.days(today);
        if to > today {
            return Err(texts::last_after_today(&format_day(today)));
        }
        span(from, to, zone)
    }
}

/// The days as a span, or what to tell the person who selected them.
fn span(from: Day, to: Day, zone: &ZoneName) -> Result<Span, String> {
    if from > to {
        return Err(texts::FIRST_AFTER_LAST.to_owned());
    }
    if to.since(from) >= Span::DAYS_MAX {
        return Err(texts::too_many_days(&Span::DAYS_MAX.to_string()));
    }
    Span::new(from, to, zone.clone()).map_err(|invalid| texts::days_are_invalid(&invalid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_cannot_end_after_today() {
        let (utc, today) = (ZoneName::utc(), "2026-11-22".parse().unwrap());
        let span = |to| DateRange::parse("2026-11-20", to, &utc).unwrap().span(today, &utc);
        assert_eq!(span("2026-11-22").map(|span| span.len()), Ok(3));
        let error = span("2026-11-23").unwrap_err();
        assert_eq!(error, "The last day must not be after today, Nov 22, 2026.");
    }

    #[test]
    fn a_day_that_cannot_be_is_refused_with_the_days_that_can() {
        let parse = |from, to| DateRange::parse(from, to, &ZoneName::utc());
        let years = Day::YEARS;
        let rule = format!("as YYYY-MM-DD, from {}-01-01 to {}-12-31.", years.start(), years.end());
        for text in ["1999-12-31", "2101-01-01", "2026-02-30", "yesterday", ""] {
            assert_eq!(parse(text, "2026-11-20"), Err(format!("Enter the first day {rule}")), "{text}");
            assert_eq!(parse("2026-11-20", text), Err(format!("Enter the last day {rule}")), "{text}");
        }
        assert!(parse("2000-01-01", "2000-01-31").is_ok());
    }
}
