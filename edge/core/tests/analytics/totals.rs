//! The totals of intervals.

use std::collections::BTreeMap;

use docket_core::analytics::{AvailableTotals, CachedTotals};
use docket_wire::{DateOrTime, Day, Interval, Utc, VisitorTotals};
use proptest::prelude::*;

use crate::backfill::{HOUR_MS, NOON, analytics, intervals, project, span};

#[test]
fn totals_are_stored_for_exactly_their_interval() {
    let analytics = analytics(100);
    let totals = |human, ai, total| VisitorTotals { human, ai, total };
    let days = span("2026-11-01", "2026-11-02");
    let [second, first] = intervals(&days).try_into().unwrap();
    let both = Interval::of(&days, &Utc).unwrap();
    analytics.totals().put(&project(), &first.page(1, 0), &totals(3, 2, 4), NOON).unwrap();
    analytics.totals().put(&project(), &second.page(250, 500), &totals(5, 1, 5), NOON).unwrap();
    let stored = |interval| analytics.totals().get(&project(), interval).unwrap().map(|stored| stored.totals);
    assert_eq!((stored(&first), stored(&second)), (Some(totals(3, 2, 4)), Some(totals(5, 1, 5))));
    // The totals of a range are not derived from those of its days.
    assert_eq!(stored(&both), None);
    assert_eq!(analytics.totals().get(&"other".parse().unwrap(), &first).unwrap(), None);
    // A date is its midnight in UTC.
    let date_times = Interval {
        from: docket_wire::DateOrTime::from_unix_ms(first.from.instant()),
        to: docket_wire::DateOrTime::from_unix_ms(first.to.instant()),
    };
    assert_eq!(stored(&date_times), Some(totals(3, 2, 4)));
    // The largest exact counts, and totals below their parts, survive the round trip.
    analytics.totals().put(&project(), &both.page(1, 0), &totals(1 << 53, 7, 0), NOON).unwrap();
    assert_eq!(stored(&both), Some(totals(1 << 53, 7, 0)));
}

#[test]
fn the_totals_of_many_intervals_are_read_in_their_order() {
    let analytics = analytics(100);
    let days = intervals(&span("2026-11-01", "2026-11-04"));
    let totals = |human| VisitorTotals { human, ai: 1, total: human + 1 };
    for (human, day) in [(7, &days[0]), (9, &days[3])] {
        analytics.totals().put(&project(), &day.page(1, 0), &totals(human), NOON).unwrap();
    }
    // A range that begins with a day is not that day.
    let both = Interval::of(&span("2026-11-02", "2026-11-03"), &Utc).unwrap();
    analytics.totals().put(&project(), &both.page(1, 0), &totals(100), NOON).unwrap();
    let wanted: Vec<_> = days.iter().collect();
    let stored = analytics.totals().of_each(&project(), &wanted).unwrap();
    let stored: Vec<_> = stored.into_iter().map(|stored| stored.map(|stored| stored.totals.human)).collect();
    assert_eq!(stored, [Some(7), None, None, Some(9)]);
    assert_eq!(analytics.totals().of_each(&"other".parse().unwrap(), &wanted).unwrap(), [None; 4]);
    assert_eq!(analytics.totals().of_each(&project(), &[]).unwrap(), []);
}

#[test]
fn a_summary_compares_with_old_totals_only_if_their_range_was_over() {
    let analytics = analytics(100);
    let [today, yesterday] = intervals(&span("2026-11-19", "2026-11-20")).try_into().unwrap();
    let available = |checked_at, is_stale| AvailableTotals {
        totals: CachedTotals { totals: VisitorTotals { human: 1, ai: 1, total: 2 }, checked_at },
        is_stale,
    };
    let compares = |checked_at, is_stale| {
        let compared = Some((yesterday.clone(), available(checked_at, is_stale)));
        analytics.summary(today.clone(), available(NOON, false), compared, NOON).unwrap().compared.is_some()
    };
    let (during, after) = (yesterday.to.instant().plus_ms(-1), yesterday.to.instant());
    assert!(!compares(during, true), "its later visitors are missing");
    assert!(compares(after, true));
    assert!(compares(during, false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn stored_totals_are_always_those_that_the_service_gave(
        answers in proptest::collection::vec(
            ((0_i32..12, 1_i32..12, any::<bool>(), 0_u32..3), (0_u64..50, 0_u64..50, 0_u64..50)),
            1..40,
        ),
    ) {
        let analytics = analytics(100);
        let begin = "2026-03-20".parse::<Day>().unwrap();
        let interval = |(from, length, as_dates): (i32, i32, bool)| {
            let day = |days| begin.plus(days).unwrap();
            let point = |day: Day| if as_dates { DateOrTime::day(day) } else { DateOrTime::from_unix_ms(day.utc_start()) };
            Interval { from: point(day(from)), to: point(day(from + length)) }
        };
        // Answers for arbitrary ranges and pages, which may overlap.
        let mut given = BTreeMap::new();
        for ((from, length, as_dates, page), (human, ai, total)) in answers {
            let totals = VisitorTotals { human, ai, total };
            let query = interval((from, length, as_dates)).page(250, u64::from(page) * 250);
            analytics.totals().put(&project(), &query, &totals, NOON).unwrap();
            given.insert((from, length), totals);
        }
        for from in 0..12 {
            for length in 1..24 {
                for as_dates in [false, true] {
                    let range = (from, length, as_dates);
                    let stored = analytics.totals().get(&project(), &interval(range)).unwrap();
                    prop_assert_eq!(stored.map(|stored| stored.totals), given.get(&(from, length)).copied());
                }
            }
        }
    }
}

#[test]
fn settled_totals_are_stored_for_years() {
    let analytics = analytics(100);
    let totals = VisitorTotals { human: 1, ai: 1, total: 2 };
    let [today, yesterday] = intervals(&span("2026-11-19", "2026-11-20")).try_into().unwrap();
    for interval in [&today, &yesterday] {
        analytics.totals().put(&project(), &interval.page(1, 0), &totals, NOON).unwrap();
    }
    let years_later = NOON.plus_ms(1000 * 24 * HOUR_MS);
    let other = intervals(&span("2026-01-01", "2026-01-01")).remove(0);
    analytics.totals().put(&project(), &other.page(1, 0), &totals, years_later).unwrap();
    assert!(analytics.totals().get(&project(), &yesterday).unwrap().is_some());
    assert!(analytics.totals().get(&project(), &today).unwrap().is_none());
    analytics
        .totals()
        .put(&project(), &other.page(1, 0), &totals, NOON.plus_ms(1100 * 24 * HOUR_MS))
        .unwrap();
    assert!(analytics.totals().get(&project(), &yesterday).unwrap().is_none(), "but not without limit");
    let is_fresh =
        |interval: &Interval| analytics.is_fresh(Some(interval.to.instant()), NOON, years_later).unwrap();
    assert!(is_fresh(&yesterday) && !is_fresh(&today));
}
