use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use proptest::prelude::*;

use super::*;

const DAY_MS: i64 = 86_400_000;
/// 2026-09-07, a Monday.
const MONDAY: UnixMs = UnixMs(1_788_739_200_000);

static SMALL: LazyLock<Traffic> = LazyLock::new(|| Traffic::new(1, "acme-docs", 200));
static LARGE: LazyLock<Traffic> = LazyLock::new(|| Traffic::new(1, "acme-docs", 4_000));

fn days(traffic: &Traffic, from: i64, count: i64) -> VisitorReport {
    traffic.report(MONDAY.plus_ms(from * DAY_MS), MONDAY.plus_ms((from + count) * DAY_MS))
}

/// Each path's counts, the site's under no path.
fn by_path(report: &VisitorReport) -> std::collections::BTreeMap<Option<&str>, Counts> {
    let VisitorTotals { human, ai, total } = report.totals;
    let rows = report
        .rows
        .iter()
        .map(|r| (Some(r.path.as_str()), Counts { human: r.human, ai: r.ai, total: r.total }));
    rows.chain([(None, Counts { human, ai, total })]).collect()
}

fn moment() -> impl Strategy<Value = UnixMs> {
    (1_704_067_200_000_i64..1_800_000_000_000).prop_map(UnixMs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn totals_lie_within_their_bounds(a in moment(), b in moment()) {
        for counts in by_path(&SMALL.report(a.min(b), a.max(b))).values() {
            prop_assert!(counts.human.max(counts.ai) <= counts.total);
            prop_assert!(counts.total <= counts.human + counts.ai);
        }
    }

    #[test]
    fn a_wider_range_never_has_fewer(mut at in [moment(), moment(), moment(), moment()]) {
        at.sort();
        let (wide, narrow) = (SMALL.report(at[0], at[3]), SMALL.report(at[1], at[2]));
        let wide = by_path(&wide);
        for (path, inner) in by_path(&narrow) {
            let outer = wide.get(&path).copied().unwrap_or_default();
            prop_assert!(inner.human <= outer.human && inner.ai <= outer.ai && inner.total <= outer.total);
        }
    }

    #[test]
    fn a_range_never_has_more_than_its_parts(mut at in [moment(), moment(), moment()]) {
        at.sort();
        let (left, right) = (SMALL.report(at[0], at[1]), SMALL.report(at[1], at[2]));
        let (left, right) = (by_path(&left), by_path(&right));
        let part = |side: &std::collections::BTreeMap<_, Counts>, path| side.get(&path).copied().unwrap_or_default();
        for (path, whole) in by_path(&SMALL.report(at[0], at[2])) {
            let (l, r) = (part(&left, path), part(&right, path));
            prop_assert!(whole.human <= l.human + r.human);
            prop_assert!(whole.ai <= l.ai + r.ai);
            prop_assert!(whole.total <= l.total + r.total);
        }
    }

    #[test]
    fn no_page_has_more_than_the_site(a in moment(), b in moment()) {
        let report = SMALL.report(a.min(b), a.max(b));
        let site = report.totals;
        for row in &report.rows {
            prop_assert!(row.human <= site.human && row.ai <= site.ai && row.total <= site.total);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same(seed in any::<u64>(), a in moment(), b in moment()) {
        let report = || Traffic::new(seed, "acme-docs", 20).report(a.min(b), a.max(b));
        prop_assert_eq!(report(), report());
    }
}

#[test]
fn rows_are_sorted_by_visitors_and_path() {
    let report = days(&LARGE, 0, 1);
    assert!(report.rows.len() > 1_000);
    assert!(report.rows.is_sorted_by(|a, b| (b.total, &a.path) < (a.total, &b.path)));
    assert!(report.rows.iter().all(|row| row.total > 0));
}

#[test]
fn uniques_do_not_add_up() {
    let month = days(&LARGE, 0, 28);
    let summed: u64 = (0..28).map(|day| days(&LARGE, day, 1).totals.total).sum();
    let share = uniques::count_to_f64(month.totals.total) / uniques::count_to_f64(summed);
    assert!((0.2..0.8).contains(&share), "a month has {share:.2} of the sum of its days");
    let rows: u64 = month.rows.iter().map(|row| row.total).sum();
    assert!(month.totals.total < rows);
}

#[test]
fn weekends_are_quiet_and_traffic_is_long_tailed() {
    let humans = |day| days(&LARGE, day, 1).totals.human;
    assert!(humans(5) * 3 < humans(1) * 2);
    let month = days(&LARGE, 0, 28).rows;
    assert!(month.len() > 3_500, "{} of 4,000 paths read in four weeks", month.len());
    assert!(month[0].total > 100 * month[month.len() / 2].total);
}

#[test]
fn each_day_has_a_page_that_fell_in_the_last_month_and_some_day_one_that_is_hardly_read() {
    let mut has_quiet = false;
    // Months of each kind that start on each day of a year. A month that is not over lacks half a day.
    for (start, (length, lacks_ms)) in
        (-364..=0).flat_map(|day| [(28, 0), (30, DAY_MS / 2)].map(|month| (day, month)))
    {
        let before = days(&SMALL, start - length, length);
        let now = SMALL
            .report(MONDAY.plus_ms(start * DAY_MS), MONDAY.plus_ms((start + length) * DAY_MS - lacks_ms));
        let now = by_path(&now);
        let kept = |row: &VisitorRow| {
            now.get(&Some(row.path.as_str())).map_or(0, |counts| counts.total) * 100 / row.total
        };
        let has = |sample, percent: std::ops::RangeInclusive<u64>| {
            before.rows.iter().any(|row| row.total >= sample && percent.contains(&kept(row)))
        };
        assert!(
            has(100, 11..=70),
            "no page fell in the {length} days that start {start} from the first Monday"
        );
        has_quiet |= has(20, 0..=9);
        assert!(SMALL.pages.len() == before.rows.len(), "a page has no visitors");
    }
    assert!(has_quiet);
}

#[test]
fn the_share_of_ai_grows_over_the_months() {
    let share = |from| {
        let totals = days(&LARGE, from, 28).totals;
        uniques::count_to_f64(totals.ai) / uniques::count_to_f64(totals.total)
    };
    assert!(share(-728) < share(-364) && share(-364) < share(0));
}

#[test]
fn the_service_had_no_visitors_before_its_first_day() {
    let report = SMALL.report(UnixMs(0), UnixMs(1_704_067_200_000));
    assert_eq!(report.totals, VisitorTotals { human: 0, ai: 0, total: 0 });
    assert!(report.rows.is_empty());
}

#[test]
fn ninety_days_of_four_thousand_paths_take_as_long_as_one() {
    let fastest = |from, count| {
        let time = || {
            let start = Instant::now();
            black_box(days(&LARGE, from, count));
            start.elapsed()
        };
        (0..9).map(|_| time()).min().unwrap()
    };
    let (ninety, one) = (fastest(-90, 90), fastest(-1, 1));
    assert!(ninety < 10 * one, "{ninety:?} and {one:?}");
}
