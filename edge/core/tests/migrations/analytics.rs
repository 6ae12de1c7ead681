//! Migrates the analytics database from every earlier schema.

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{Analytics, BackfillKey, LookupOptions};
use docket_wire::*;

use crate::open_sample;
use crate::samples::VISITORS;

const NOW: UnixMs = UnixMs(1_790_000_310_000);

/// The same data in every schema, from before anything was counted, and without a version.
fn samples() -> impl Iterator<Item = &'static str> {
    [include_str!("analytics_0.sql")].into_iter().chain(VISITORS.iter().map(|(_, sample)| *sample))
}

#[test]
fn every_earlier_database_keeps_its_visitors() {
    samples().for_each(keeps_its_visitors);
}

fn keeps_its_visitors(sample: &str) {
    let analytics = open_sample(sample, |db| Analytics::open(db, 100).unwrap());
    let project: ProjectId = "acme-docs".parse().unwrap();
    let interval = Interval { from: "2026-08-01".parse().unwrap(), to: "2026-09-01".parse().unwrap() };

    let totals = analytics.totals().get(&project, &interval).unwrap().unwrap().totals;
    assert_eq!(totals, VisitorTotals { human: 900, ai: 200, total: 1000 });
    let entry = analytics.cache().get("acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01", NOW).unwrap();
    assert!(entry.unwrap().body.contains("\"human\":900"));

    let key = TableKey::new(project.clone(), interval);
    let table = analytics.tables().by_id(1_790_000_300_000, &key).unwrap().unwrap();
    assert!(table.is_complete() && table.is_settled);
    assert_eq!((table.rows, table.pages, table.duplicates_dropped), (8, 2, 1));
    let rows = analytics.tables().in_order(&table, 0, 500).unwrap();
    assert_eq!(rows[0], VisitorRow { path: "/guides/0".into(), human: 90, ai: 20, total: 100 });
    assert_eq!(rows.len(), 8);

    let august = Span::new("2026-08-01".parse().unwrap(), "2026-08-31".parse().unwrap(), ZoneName::utc());
    let progress = analytics
        .backfill_progress(BackfillKey::new(&project, BackfillKind::Days, &august.unwrap()), NOW)
        .unwrap();
    assert_eq!(progress.map(|progress| (progress.done, progress.total)), Some((0, 2)));
    let july = Span::new("2026-07-01".parse().unwrap(), "2026-07-31".parse().unwrap(), ZoneName::utc());
    let log = analytics.audit(365).page(&AuditQuery::default(), Some(&project), NOW).unwrap();
    assert_eq!(log.entries, Vec::<String>::new());
    let error = analytics
        .backfill_error(BackfillKey::new(&project, BackfillKind::Paths, &july.unwrap()), NOW)
        .unwrap();
    assert!(error.unwrap().contains("403"));
}

#[test]
fn a_day_has_its_rows_since_schema_5_and_none_before() {
    for (sample, total) in samples().zip([None, None, None, None, Some(10), Some(10), Some(10)]) {
        let analytics = open_sample(sample, |db| Analytics::open(db, 100).unwrap());
        let day: Day = "2026-08-31".parse().unwrap();
        let span = Span::new(day, day, ZoneName::utc()).unwrap();
        let days = docket_core::analytics::days_begun(&span, &Utc, NOW);
        let project = "acme-docs".parse().unwrap();
        let trend = analytics.page_trend(&project, "/guides/0", &span, days, None, NOW).unwrap();
        assert_eq!(trend.days[0].read.and_then(|read| read.totals).map(|totals| totals.total), total);
        assert_eq!(trend.missing, u32::from(total.is_none()));
    }
}

#[test]
fn backfills_of_schema_7_have_the_new_name_of_their_kind() {
    let sample = VISITORS.iter().find(|(schema, _)| *schema == 7).unwrap().1;
    let analytics = open_sample(sample, |db| Analytics::open(db, 100).unwrap());
    let project = "acme-docs".parse().unwrap();
    let month = |from: &str, to: &str| {
        Span::new(from.parse().unwrap(), to.parse().unwrap(), ZoneName::utc()).unwrap()
    };
    let june = month("2026-06-01", "2026-06-30");
    let progress =
        analytics.backfill_progress(BackfillKey::new(&project, BackfillKind::DayPaths, &june), NOW).unwrap();
    assert_eq!(progress.map(|progress| progress.total), Some(3));
    let may = month("2026-05-01", "2026-05-31");
    let error =
        analytics.backfill_error(BackfillKey::new(&project, BackfillKind::DayPaths, &may), NOW).unwrap();
    assert!(error.unwrap().contains("did not respond"));
}

#[test]
fn requests_of_the_past_hour_are_still_counted() {
    samples().for_each(still_counts_requests);
}

fn still_counts_requests(sample: &str) {
    let analytics = open_sample(sample, |db| Analytics::open(db, 100).unwrap());
    // The pause applies first, then the limit learned from the 429.
    assert_eq!(analytics.budget_view(NOW).unwrap().remaining, 0);
    let later = UnixMs(1_790_000_335_000);
    let budget = analytics.budget(&LookupOptions::background(None), later).unwrap();
    assert_eq!((budget.limit, budget.remaining), (3, 0));
    let hour_later = UnixMs(1_790_003_905_000);
    assert_eq!(analytics.budget(&LookupOptions::background(None), hour_later).unwrap().limit, 100);
}

#[test]
fn visitors_of_earlier_schemas_go_by_the_end_of_their_days() {
    for sample in samples() {
        let analytics = open_sample(sample, |db| Analytics::open(db, 100).unwrap());
        // The data are of August, and were loaded in September.
        let ends_at = UnixMs(1_788_220_800_000);
        assert_eq!(analytics.next_retention(Some(30)).unwrap(), Some(ends_at.plus_ms(30 * 86_400_000 + 1)));
        let query = RetentionQuery::default();
        let project = "acme-docs".parse().unwrap();
        let count = |days| {
            let at = ends_at.plus_ms(40 * 86_400_000);
            analytics.retention(&project, Some(days), 365, &query, at).unwrap().visitors.expired
        };
        assert_eq!(count(41), 0);
        let (is_counted, deleted) =
            (count(39), analytics.delete_expired(Some(39), ends_at.plus_ms(40 * 86_400_000)));
        let deleted = deleted.unwrap();
        assert_eq!(usize::try_from(is_counted).unwrap(), deleted.rows + deleted.tables);
        assert!(deleted.rows >= 2 && deleted.tables == 1, "{deleted:?}");
    }
}
