//! Intervals of requests as text.

use docket_wire::Interval;

use crate::texts::analytics::head as texts;

/// The exact interval of a request to the service: `2026-10-23 to 2026-11-22 UTC, end excluded`.
pub(crate) fn exact_interval(interval: &Interval) -> String {
    let zone = if interval.from.is_date() { " UTC" } else { "" };
    texts::interval(&interval.from.to_string(), &format!("{}{zone}", interval.to))
}

#[cfg(test)]
mod tests {
    use docket_wire::{Day, Span, Utc, UtcOffsets, ZoneName};

    use super::*;

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
