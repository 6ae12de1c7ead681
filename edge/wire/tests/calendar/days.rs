use docket_wire::{
    Comparison, Day, Interval, Span, UnixMs, Utc, UtcOffsets, VisitorsQuery, ZoneName, day_start,
};
use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use proptest::prelude::*;
use proptest::sample::Index;

const HOUR_MS: i64 = 3_600_000;

/// A zone of the database.
struct Zone(TimeZone);

impl UtcOffsets for Zone {
    fn offset_s(&self, at: UnixMs) -> i32 {
        self.0.to_offset(Timestamp::from_millisecond(at.0).unwrap()).seconds()
    }
}

/// The database of the library, which is the same on every machine.
fn zone(name: &str) -> Zone {
    Zone(TimeZoneDatabase::bundled().get(name).unwrap())
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

fn name(zone: &str) -> ZoneName {
    ZoneName::try_from(zone.to_owned()).unwrap()
}

fn span(from: &str, to: &str, zone: &str) -> Span {
    Span::new(day(from), day(to), name(zone)).unwrap()
}

fn text(interval: &Interval) -> (String, String) {
    (interval.from.to_string(), interval.to.to_string())
}

#[test]
fn a_day_begins_at_midnight_of_its_zone() {
    let cases = [
        // Summer time begins and ends.
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23),
        ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25),
        ("America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", 23),
        ("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", 25),
        // Midnight is skipped.
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", 23),
        // Midnight occurs twice.
        ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
        ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z", 25),
        // As far from UTC as zones are.
        ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z", 24),
        ("Etc/GMT+12", "2026-01-01", "2026-01-01T12:00:00Z", 24),
        ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
        // Half and quarter hours.
        ("Asia/Kathmandu", "2026-06-01", "2026-05-31T18:15:00Z", 24),
        ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", 24),
        // Leap days.
        ("Europe/Berlin", "2024-02-29", "2024-02-28T23:00:00Z", 24),
        ("Europe/Berlin", "2024-03-01", "2024-02-29T23:00:00Z", 24),
    ];
    for (zone_name, date, from, hours) in cases {
        let interval = Interval::of_day(day(date), &name(zone_name), &zone(zone_name)).unwrap();
        assert_eq!(interval.from.to_string(), from, "{zone_name} {date}");
        let length_ms = interval.to.instant().since_ms(interval.from.instant());
        let odd_ms = if zone_name == "Australia/Lord_Howe" { HOUR_MS / 2 } else { 0 };
        assert_eq!(length_ms, hours * HOUR_MS + odd_ms, "{zone_name} {date}");
    }
}

#[test]
fn a_skipped_day_has_no_interval() {
    let apia = zone("Pacific/Apia");
    assert_eq!(Interval::of_day(day("2011-12-30"), &name("Pacific/Apia"), &apia), None);
    let around = Interval::of(&span("2011-12-29", "2011-12-31", "Pacific/Apia"), &apia).unwrap();
    assert_eq!(text(&around), ("2011-12-29T10:00:00Z".into(), "2011-12-31T10:00:00Z".into()));
}

#[test]
fn an_interval_in_utc_has_dates() {
    let november = Interval::of(&span("2026-11-01", "2026-11-30", "UTC"), &Utc).unwrap();
    assert_eq!(text(&november), ("2026-11-01".into(), "2026-12-01".into()));
    let one_day = Interval::of(&span("2026-12-31", "2026-12-31", "UTC"), &Utc).unwrap();
    assert_eq!(text(&one_day), ("2026-12-31".into(), "2027-01-01".into()));
    let very_last = Interval::of(&span("2100-12-31", "2100-12-31", "UTC"), &Utc).unwrap();
    assert_eq!(text(&very_last), ("2100-12-31".into(), "2101-01-01".into()));
    let kiritimati =
        Interval::of_day(day("2100-12-31"), &name("Pacific/Kiritimati"), &zone("Pacific/Kiritimati"));
    assert_eq!(text(&kiritimati.unwrap()), ("2100-12-30T10:00:00Z".into(), "2100-12-31T10:00:00Z".into()));
}

#[test]
fn a_span_is_compared_with_the_same_number_of_days() {
    let cases = [
        ("2026-11-20", "2026-11-20", Comparison::Previous, "2026-11-19", "2026-11-19"),
        ("2026-11-01", "2026-11-30", Comparison::Previous, "2026-10-02", "2026-10-31"),
        ("2026-03-01", "2026-03-31", Comparison::Previous, "2026-01-29", "2026-02-28"),
        ("2026-11-01", "2026-11-30", Comparison::Year, "2025-11-01", "2025-11-30"),
        ("2024-02-29", "2024-02-29", Comparison::Year, "2023-02-28", "2023-02-28"),
        ("2024-02-01", "2024-02-29", Comparison::Year, "2023-02-01", "2023-03-01"),
        ("2025-02-01", "2025-03-01", Comparison::Year, "2024-02-01", "2024-02-29"),
    ];
    for (from, to, with, earlier_from, earlier_to) in cases {
        let found = span(from, to, "UTC").compared(with).unwrap();
        assert_eq!(found, span(earlier_from, earlier_to, "UTC"), "{from} to {to}, {with:?}");
    }
    for with in [Comparison::Previous, Comparison::Year] {
        assert_eq!(span("2000-01-01", "2000-01-02", "UTC").compared(with).unwrap_err().field, "compare");
    }
}

#[test]
fn a_span_names_its_invalid_parameter() {
    let read = |pairs: &[(&'static str, &'static str)]| Span::from_pairs(pairs.iter().copied());
    let good = read(&[("from", "2026-11-01"), ("to", "2026-11-30"), ("zone", "Europe/Berlin"), ("x", "y")]);
    let good = good.unwrap();
    assert_eq!((good.len(), good.zone().as_str()), (30, "Europe/Berlin"));
    assert_eq!(read(&good.pairs().each_ref().map(|(k, v)| (*k, &*v.clone().leak()))), Ok(good));
    assert!(read(&[("from", "2026-11-01"), ("to", "2026-11-01"), ("zone", "")]).unwrap().zone().is_utc());
    assert_eq!(read(&[("from", "2025-01-01"), ("to", "2026-02-04")]).unwrap().len(), 400);
    for (from, to, zone, field) in [
        ("", "2026-11-01", "UTC", "from"),
        ("2026-11-01", "", "UTC", "to"),
        ("2026-02-29", "2026-03-01", "UTC", "from"),
        ("1999-12-31", "2000-01-01", "UTC", "from"),
        ("2100-12-31", "2101-01-01", "UTC", "to"),
        ("2026-11-02", "2026-11-01", "UTC", "from"),
        ("2025-01-01", "2026-02-05", "UTC", "from"),
        ("20261101", "2026-11-01", "UTC", "from"),
        ("2026-11-01", "2026-11-01", "+01:00", "zone"),
        ("2026-11-01", "2026-11-01", "Europe Berlin", "zone"),
        ("2026-11-01", "2026-11-01", "Z\u{fc}rich", "zone"),
    ] {
        let refused = read(&[("from", from), ("to", to), ("zone", zone)]).unwrap_err();
        assert_eq!(refused.field, field, "{from} {to} {zone}");
    }
}

fn any_zone() -> impl Strategy<Value = String> {
    let names: Vec<String> = TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect();
    any::<Index>().prop_map(move |index| index.get(&names).clone())
}

fn any_day() -> impl Strategy<Value = Day> {
    (day("2000-01-02").since_epoch()..day("2100-12-29").since_epoch())
        .prop_map(|days| Day::from_epoch(days).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_day_starts_at_its_first_moment(name in any_zone(), day in any_day()) {
        let zone = zone(&name);
        let start = day_start(day, &zone);
        prop_assert!(Day::at(start, &zone).unwrap() >= day, "{name} {day}: {start:?}");
        prop_assert!(Day::at(start.plus_ms(-1), &zone).unwrap() < day, "{name} {day}: {start:?}");
    }

    #[test]
    fn days_follow_each_other_without_a_gap(name in any_zone(), first in any_day(), count in 0..400_i32) {
        let (zone, zone_name) = (zone(&name), ZoneName::try_from(name).unwrap());
        let last = first.plus(count).filter(|last| last.plus(1).is_some()).unwrap_or(first);
        let (range, next) = (Span::new(first, last, zone_name.clone()).unwrap(), last.plus(1).unwrap());
        prop_assert_eq!(Interval::of(&range, &zone).map(|range| range.to.instant()).unwrap_or(day_start(next, &zone)), day_start(next, &zone));
        if let (Some(range), Some(one), Some(after)) = (
            Interval::of(&range, &zone),
            Interval::of_day(last, &zone_name, &zone),
            Interval::of_day(next, &zone_name, &zone),
        ) {
            prop_assert_eq!(&one.to, &after.from);
            prop_assert_eq!(&range.to, &one.to);
            prop_assert!(one.is_of_one_day(), "{last}: {one:?}");
        }
    }

    #[test]
    fn the_shown_interval_is_the_requested_one(name in any_zone(), day in any_day()) {
        if let Some(interval) = Interval::of_day(day, &ZoneName::try_from(name.clone()).unwrap(), &zone(&name)) {
            let shown = serde_json::to_value(&interval).unwrap();
            let sent = interval.page(1, 0).pairs();
            prop_assert_eq!(&shown["from"], &sent[0].1);
            prop_assert_eq!(&shown["to"], &sent[1].1);
            // The drop-in operation accepts the same request.
            let read = VisitorsQuery::from_pairs(sent.iter().map(|(name, value)| (*name, value.as_str()))).unwrap();
            prop_assert_eq!(read, interval.page(1, 0));
            prop_assert_eq!(serde_json::from_value::<Interval>(shown).unwrap(), interval);
        }
    }

    #[test]
    fn a_comparison_has_the_same_number_of_days(first in any_day(), count in 0..400_i32, year in any::<bool>()) {
        let last = first.plus(count).unwrap_or(first);
        let range = Span::new(first, last, ZoneName::utc()).unwrap();
        let with = if year { Comparison::Year } else { Comparison::Previous };
        if let Ok(earlier) = range.compared(with) {
            prop_assert_eq!(earlier.len(), range.len());
            prop_assert!(earlier.from() < range.from());
            if with == Comparison::Previous {
                prop_assert_eq!(earlier.to().plus(1).unwrap(), range.from());
            }
        }
    }
}
