//! Dates, compared with a library for all of ISO 8601.

use docket_wire::DateOrTime;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;
use proptest::prelude::*;

/// The moment of a date or date-time that Docket accepts, in whole milliseconds.
fn oracle(text: &str) -> Option<i64> {
    if text.len() == 10 {
        let date: Date = text.parse().ok()?;
        let midnight = Offset::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight())).ok()?;
        return Some(midnight.as_second() * 1000);
    }
    if !text.contains('T') {
        return None;
    }
    let parsed = text
        .parse::<Timestamp>()
        .or_else(|_| text.parse::<DateTime>().and_then(|local| Offset::UTC.to_timestamp(local)));
    let nanoseconds = parsed.ok()?.as_nanosecond();
    i64::try_from(nanoseconds.div_euclid(1_000_000)).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn the_same_texts_are_read_the_same_way(
        text in "(19|20|21)[0-9]{2}-[01][0-9]-[0-3][0-9](T[0-2][0-9](:[0-6][0-9](:[0-6][0-9])?)?([.,][0-9]{1,10})?(Z|z|[+-][0-2][0-9](:?[0-6][0-9])?)?)?"
    ) {
        prop_assert_eq!(text.parse::<DateOrTime>().ok().map(|point| point.instant().0), oracle(&text));
    }

    #[test]
    fn texts_without_hyphens_and_colons_are_read_the_same_way(
        text in "20[0-9]{2}[01][0-9][0-3][0-9]T[0-2][0-9]([0-6][0-9]([0-6][0-9])?)?(Z|[+-][01][0-9]([0-6][0-9])?)?"
    ) {
        prop_assert_eq!(text.parse::<DateOrTime>().ok().map(|point| point.instant().0), oracle(&text));
    }

    #[test]
    fn almost_dates_are_read_the_same_way(text in "20[0-9-]{4,8}[0-9TZ:.,+-]{0,14}") {
        prop_assert_eq!(text.parse::<DateOrTime>().ok().map(|point| point.instant().0), oracle(&text));
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,30}") {
        let _ = text.parse::<DateOrTime>();
    }
}
