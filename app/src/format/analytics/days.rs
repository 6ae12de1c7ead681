//! Days and intervals as text.

use docket_wire::{Day, Interval};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A day: `Oct 23, 2026`.
pub(crate) fn day(day: Day) -> String {
    let (year, ..) = day.ymd();
    format!("{}, {year}", month_day(day))
}

/// A first and a last day: `Oct 23 – Nov 21, 2026`. What both have in common is written once.
pub(crate) fn day_range(from: Day, to: Day) -> String {
    let ((from_year, from_month, _), (to_year, to_month, to_day)) = (from.ymd(), to.ymd());
    if from == to {
        day(to)
    } else if from_year != to_year {
        format!("{} – {}", day(from), day(to))
    } else if from_month != to_month {
        format!("{} – {}", month_day(from), day(to))
    } else {
        format!("{} – {to_day}, {to_year}", month_day(from))
    }
}

/// The exact interval of a request to the service: `2026-10-23 to 2026-11-22 UTC, end excluded`.
pub(crate) fn exact_interval(interval: &Interval) -> String {
    let zone = if interval.from.is_date() { " UTC" } else { "" };
    format!("{} to {}{zone}, end excluded", interval.from, interval.to)
}

/// A day of a year that is known: `Oct 23`.
pub(crate) fn month_day(day: Day) -> String {
    let (_, month, day) = day.ymd();
    let index = usize::try_from(month).ok().and_then(|month| month.checked_sub(1));
    let name = index.and_then(|index| MONTHS.get(index)).copied().unwrap_or_default();
    format!("{name} {day}")
}

#[cfg(test)]
mod tests {
    use docket_wire::{Span, Utc, UtcOffsets, ZoneName};

    use super::*;

    #[test]
    fn a_range_names_month_and_year_once_where_they_are_the_same() {
        for (from, to, text) in [
            ("2026-03-29", "2026-03-29", "Mar 29, 2026"),
            ("2026-10-01", "2026-10-31", "Oct 1 – 31, 2026"),
            ("2026-10-23", "2026-11-21", "Oct 23 – Nov 21, 2026"),
            ("2025-12-20", "2026-01-05", "Dec 20, 2025 – Jan 5, 2026"),
            ("2025-01-01", "2026-01-31", "Jan 1, 2025 – Jan 31, 2026"),
        ] {
            assert_eq!(day_range(from.parse().unwrap(), to.parse().unwrap()), text);
        }
    }

    #[test]
    fn an_interval_names_its_zone_and_excludes_its_end() {
        struct OneHourAhead;
        impl UtcOffsets for OneHourAhead {
            fn offset_s(&self, _at: docket_wire::UnixMs) -> i32 {
                3600
            }
        }
        let day: Day = "2026-03-29".parse().unwrap();
        let utc = Span::new(day, day, ZoneName::utc()).unwrap();
        let text = exact_interval(&Interval::of(&utc, &Utc).unwrap());
        assert_eq!(text, "2026-03-29 to 2026-03-30 UTC, end excluded");
        let zone = ZoneName::try_from("Europe/Berlin".to_owned()).unwrap();
        let berlin = Span::new(day, day, zone).unwrap();
        let text = exact_interval(&Interval::of(&berlin, &OneHourAhead).unwrap());
        assert_eq!(text, "2026-03-28T23:00:00Z to 2026-03-29T23:00:00Z, end excluded");
    }
}
