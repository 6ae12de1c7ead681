//! Backfills: what they load, and when.

mod programs;

use std::rc::Rc;

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    AfterTask, Analytics, BackfillKey, BackfillTask, LookupOptions, NotQueued, backup_domain,
};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_failure;
use docket_wire::{
    BackfillKind, BackfillProgress, BackfillRequest, Interval, ProjectId, Span, UnixMs, Utc, VisitorRow,
    VisitorTotals, VisitorsResponse,
};

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
pub(crate) const NOON: UnixMs = UnixMs(1_795_176_000_000);
pub(crate) const HOUR_MS: i64 = 3_600_000;

pub(crate) fn analytics(per_hour: u32) -> Analytics<Sqlite> {
    Analytics::open(Sqlite::in_memory(), per_hour).unwrap()
}

pub(crate) fn project() -> ProjectId {
    "acme".parse().unwrap()
}

pub(crate) fn span(from: &str, to: &str) -> Span {
    Span::from_pairs([("from", from), ("to", to)]).unwrap()
}

pub(crate) fn intervals(span: &Span) -> Vec<Interval> {
    span.newest_first().filter_map(|day| Interval::of_day(day, span.zone(), &Utc)).collect()
}

pub(crate) fn queued(analytics: &Analytics<Sqlite>, kind: BackfillKind, span: &Span) -> BackfillProgress {
    analytics.queue_backfill(BackfillKey::new(&project(), kind, span), &intervals(span), None, NOON).unwrap()
}

pub(crate) fn progress(
    analytics: &Analytics<Sqlite>,
    kind: BackfillKind,
    span: &Span,
    now: UnixMs,
) -> Option<(u32, u32)> {
    let backfill = analytics.backfill_progress(BackfillKey::new(&project(), kind, span), now).unwrap();
    backfill.map(|backfill| (backfill.done, backfill.total))
}

pub(crate) fn queries(tasks: &[BackfillTask]) -> Vec<String> {
    let query = |task: &BackfillTask| {
        let pairs = task.query().pairs();
        pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    tasks.iter().map(query).collect()
}

#[test]
fn days_are_loaded_newest_first() {
    let analytics = analytics(100);
    let days = span("2026-11-01", "2026-11-05");
    assert_eq!(
        queued(&analytics, BackfillKind::Days, &days),
        BackfillProgress { done: 0, total: 5, resumes_at: None }
    );
    assert_eq!(analytics.next_backfill_at(NOON), Ok(Some(NOON)));
    let due = analytics.due_backfills(2, NOON).unwrap();
    assert_eq!(
        queries(&due),
        [
            "dateFrom=2026-11-05&dateTo=2026-11-06&limit=250",
            "dateFrom=2026-11-04&dateTo=2026-11-05&limit=250"
        ]
    );
    // Queueing the same backfill again changes nothing.
    analytics.record_backfill(&due[0], AfterTask::Nothing).unwrap();
    assert_eq!(queued(&analytics, BackfillKind::Days, &days).done, 1);
    loop {
        let due = analytics.due_backfills(3, NOON).unwrap();
        if due.is_empty() {
            break;
        }
        due.iter().for_each(|task| analytics.record_backfill(task, AfterTask::Nothing).unwrap());
    }
    assert_eq!(progress(&analytics, BackfillKind::Days, &days, NOON), None);
    assert_eq!(analytics.next_backfill_at(NOON), Ok(None));
}

#[test]
fn pages_are_loaded_one_after_the_other_until_the_last() {
    let analytics = analytics(100);
    let month = span("2026-11-01", "2026-11-30");
    let whole = [Interval::of(&month, &Utc).unwrap()];
    analytics
        .queue_backfill(BackfillKey::new(&project(), BackfillKind::Paths, &month), &whole, None, NOON)
        .unwrap();
    for (page, after) in [(0, AfterTask::NextPage), (1, AfterTask::NextPage), (2, AfterTask::Nothing)] {
        let due = analytics.due_backfills(3, NOON).unwrap();
        let offset = if page == 0 { String::new() } else { format!("&offset={}", page * 250) };
        assert_eq!(queries(&due), [format!("dateFrom=2026-11-01&dateTo=2026-12-01&limit=250{offset}")]);
        assert_eq!(progress(&analytics, BackfillKind::Paths, &month, NOON), Some((page, page + 1)));
        analytics.record_backfill(&due[0], after).unwrap();
    }
    assert_eq!(progress(&analytics, BackfillKind::Paths, &month, NOON), None);
}

#[test]
fn a_backfill_waits_until_the_budget_has_a_request_for_it() {
    let analytics = analytics(10);
    let days = span("2026-10-01", "2026-10-30");
    queued(&analytics, BackfillKind::Days, &days);
    for index in 0..8 {
        assert!(analytics.acquire(&LookupOptions::background(None), NOON.plus_ms(index)).unwrap().is_some());
    }
    let now = NOON.plus_ms(100);
    assert_eq!(analytics.due_backfills(3, now).unwrap(), []);
    assert_eq!(analytics.next_backfill_at(now), Ok(Some(NOON.plus_ms(HOUR_MS))));
    let backfill = analytics
        .backfill_progress(BackfillKey::new(&project(), BackfillKind::Days, &days), now)
        .unwrap()
        .unwrap();
    assert_eq!(backfill.resumes_at, Some(NOON.plus_ms(HOUR_MS)));
    assert_eq!(analytics.due_backfills(3, NOON.plus_ms(HOUR_MS)).unwrap().len(), 1);
    assert_eq!(analytics.due_backfills(3, NOON.plus_ms(HOUR_MS + 2)).unwrap().len(), 3);
}

#[test]
fn cancelling_removes_the_queued_requests() {
    let analytics = analytics(100);
    let (days, others) = (span("2026-11-01", "2026-11-05"), span("2026-10-01", "2026-10-02"));
    queued(&analytics, BackfillKind::Days, &days);
    queued(&analytics, BackfillKind::Days, &others);
    let in_flight = analytics.due_backfills(1, NOON).unwrap();
    assert!(
        analytics.cancel_backfill(BackfillKey::new(&project(), BackfillKind::Days, &days), None).unwrap()
    );
    // The request in flight still ends.
    analytics.record_backfill(&in_flight[0], AfterTask::Nothing).unwrap();
    assert_eq!(progress(&analytics, BackfillKind::Days, &days, NOON), None);
    assert_eq!(analytics.due_backfills(9, NOON).unwrap().len(), 2);
    let report = analytics.budget_report(&project(), NOON).unwrap();
    assert_eq!((report.backfills.len(), &report.backfills[0].span), (1, &others));
    assert_eq!((report.budget.remaining, report.queued_by_other_projects), (100, 0));
    // Who may read one project does not learn which others there are.
    let other = analytics.budget_report(&"other".parse().unwrap(), NOON).unwrap();
    assert_eq!((other.backfills.len(), other.queued_by_other_projects), (0, 2));
}

#[test]
fn a_backfill_retries_until_it_fails() {
    let analytics = analytics(100);
    let days = span("2026-11-01", "2026-11-02");
    queued(&analytics, BackfillKind::Days, &days);
    let mut now = NOON;
    let mut waits = Vec::new();
    loop {
        let round = analytics.due_backfills(3, now).unwrap();
        if round.is_empty() {
            break;
        }
        assert_eq!(round.len(), 2, "both days are requested at once");
        for task in &round {
            analytics.record_backfill_failure(task, &read_failure(500, ("", ""), ""), now).unwrap();
        }
        let Some(next) = analytics.next_backfill_at(now).unwrap() else { break };
        waits.push(next.since_ms(now) / 1000);
        now = next;
    }
    assert_eq!(waits, [15, 30, 60, 120, 240, 480, 960, 1920]);
    assert_eq!(progress(&analytics, BackfillKind::Days, &days, now), None);
    let error = |kind, now| analytics.backfill_error(BackfillKey::new(&project(), kind, &days), now).unwrap();
    assert!(error(BackfillKind::Days, now).is_some_and(|error| error.contains("failed (500)")));
    assert_eq!(
        (error(BackfillKind::Paths, now), error(BackfillKind::Days, now.plus_ms(24 * HOUR_MS))),
        (None, None)
    );

    queued(&analytics, BackfillKind::Days, &days);
    assert_eq!(error(BackfillKind::Days, now), None, "the backfill was started again");
    let task = analytics.due_backfills(1, NOON).unwrap().remove(0);
    analytics
        .record_backfill_failure(&task, &CallFailure::RejectedKey { status: 401, error: None }, NOON)
        .unwrap();
    assert!(error(BackfillKind::Days, NOON).is_some_and(|error| error.contains("admin key (401)")));
    assert_eq!(analytics.next_backfill_at(NOON), Ok(None));
}

#[test]
fn a_request_of_the_old_id_changes_nothing_of_a_backfill_that_moved() {
    let db = Rc::new(Sqlite::in_memory());
    let analytics = Analytics::open(Rc::clone(&db), 100).unwrap();
    let days = span("2026-11-01", "2026-11-02");
    analytics
        .queue_backfill(
            BackfillKey::new(&project(), BackfillKind::Days, &days),
            &intervals(&days),
            None,
            NOON,
        )
        .unwrap();
    let old = analytics.due_backfills(2, NOON).unwrap();
    let new: ProjectId = "new".parse().unwrap();
    backup_domain().move_project.unwrap()(&db, &project(), &new).unwrap();
    analytics.record_backfill(&old[0], AfterTask::Nothing).unwrap();
    analytics.record_backfill_failure(&old[1], &read_failure(404, ("", ""), ""), NOON).unwrap();
    let moved = analytics
        .backfill_progress(BackfillKey::new(&new, BackfillKind::Days, &days), NOON)
        .unwrap()
        .unwrap();
    assert_eq!((moved.done, moved.total), (0, 2), "both days are requested again, for the new id");
    let error = analytics.backfill_error(BackfillKey::new(&new, BackfillKind::Days, &days), NOON).unwrap();
    assert_eq!(error, None);
}

#[test]
fn at_most_forty_backfills_are_queued() {
    let analytics = analytics(100);
    for day in 1..=20 {
        for month in [9, 10] {
            let day = format!("2026-{month:02}-{day:02}");
            queued(&analytics, BackfillKind::Days, &span(&day, &day));
        }
    }
    let more = span("2026-08-01", "2026-08-02");
    let rejected = analytics.queue_backfill(
        BackfillKey::new(&project(), BackfillKind::Days, &more),
        &intervals(&more),
        None,
        NOON,
    );
    assert!(matches!(rejected, Err(NotQueued::Full)));
}

#[test]
fn a_page_that_is_too_large_is_not_requested_again() {
    let analytics = analytics(100);
    let days = span("2026-11-01", "2026-11-02");
    queued(&analytics, BackfillKind::Days, &days);
    let task = analytics.due_backfills(1, NOON).unwrap().remove(0);
    let failure = CallFailure::Unreadable(docket_core::upstream::failure::Unreadable::TooLarge);
    analytics.record_backfill_failure(&task, &failure, NOON).unwrap();
    assert_eq!(analytics.next_backfill_at(NOON), Ok(None));
    let error =
        analytics.backfill_error(BackfillKey::new(&project(), BackfillKind::Days, &days), NOON).unwrap();
    assert!(error.is_some_and(|error| error.contains("too large")));
}

#[test]
fn a_table_that_is_complete_needs_no_backfill() {
    let analytics = analytics(100);
    let request = BackfillRequest { kind: BackfillKind::Paths, span: span("2026-10-01", "2026-10-31") };
    let start = || analytics.start_backfill(&project(), &request, None, &Utc, NOON).unwrap();
    let key = TableKey::new(project(), Interval::of(&request.span, &Utc).unwrap());
    let table = analytics.tables().begin(&key, NOON).unwrap();
    let page = |has_more| VisitorsResponse {
        totals: VisitorTotals { human: 1, ai: 0, total: 1 },
        visitors: vec![VisitorRow { path: format!("/{has_more}"), human: 1, ai: 0, total: 1 }],
        has_more,
    };
    analytics.tables().put_page(table.id, &key, 0, &page(true), NOON).unwrap();
    assert_eq!((start().done, start().total), (0, 1));
    analytics
        .cancel_backfill(BackfillKey::new(&project(), BackfillKind::Paths, &request.span), None)
        .unwrap();
    analytics.tables().put_page(table.id, &key, 1, &page(false), NOON).unwrap();
    assert_eq!((start().done, start().total), (0, 0));
    assert_eq!(analytics.next_backfill_at(NOON), Ok(None));
}
