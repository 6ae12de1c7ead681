//! Backfills, and the totals that they store.

use std::collections::BTreeMap;
use std::rc::Rc;

use docket_core::analytics::tables::TableKey;
use docket_core::analytics::{
    AfterTask, Analytics, BackfillKey, BackfillTask, LookupOptions, NotQueued, backup_domain,
};
use docket_core::audit::{AuditRecord, RequestSource};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_failure;
use docket_wire::{
    AuditAction, AuditCredential, AuditQuery, BackfillKind, BackfillProgress, BackfillRequest, CallerName,
    DateOrTime, Day, Interval, ProjectId, Span, UnixMs, Utc, VisitorRow, VisitorTotals, VisitorsResponse,
};
use proptest::prelude::*;

use crate::sqlite::Sqlite;

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);
const HOUR_MS: i64 = 3_600_000;

fn analytics(per_hour: u32) -> Analytics<Sqlite> {
    Analytics::open(Sqlite::in_memory(), per_hour).unwrap()
}

fn project() -> ProjectId {
    "acme".parse().unwrap()
}

fn span(from: &str, to: &str) -> Span {
    Span::from_pairs([("from", from), ("to", to)]).unwrap()
}

fn intervals(span: &Span) -> Vec<Interval> {
    span.newest_first().filter_map(|day| Interval::of_day(day, span.zone(), &Utc)).collect()
}

fn queued(analytics: &Analytics<Sqlite>, kind: BackfillKind, span: &Span) -> BackfillProgress {
    analytics.queue_backfill(BackfillKey::new(&project(), kind, span), &intervals(span), None, NOON).unwrap()
}

fn progress(
    analytics: &Analytics<Sqlite>,
    kind: BackfillKind,
    span: &Span,
    now: UnixMs,
) -> Option<(u32, u32)> {
    let backfill = analytics.backfill_progress(BackfillKey::new(&project(), kind, span), now).unwrap();
    backfill.map(|backfill| (backfill.done, backfill.total))
}

fn queries(tasks: &[BackfillTask]) -> Vec<String> {
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
    assert_eq!(analytics.next_alarm(NOON), Ok(Some(NOON)));
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
    assert_eq!(analytics.next_alarm(NOON), Ok(None));
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
    assert_eq!(analytics.next_alarm(now), Ok(Some(NOON.plus_ms(HOUR_MS))));
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
        let Some(next) = analytics.next_alarm(now).unwrap() else { break };
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
    analytics.record_backfill_failure(&task, &CallFailure::RejectedKey { status: 401 }, NOON).unwrap();
    assert!(error(BackfillKind::Days, NOON).is_some_and(|error| error.contains("admin key (401)")));
    assert_eq!(analytics.next_alarm(NOON), Ok(None));
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

fn program(name: &str) -> CallerName {
    CallerName(format!("token:{name}"))
}

#[test]
fn a_program_cannot_fill_or_cancel_the_queue_of_others() {
    let analytics = analytics(100);
    let queue = |day: &str, program: Option<&CallerName>| {
        let span = span(day, day);
        analytics.queue_backfill(
            BackfillKey::new(&project(), BackfillKind::Days, &span),
            &intervals(&span),
            program,
            NOON,
        )
    };
    let (ci, bot) = (program("ci"), program("bot"));
    for day in 1..=5 {
        queue(&format!("2026-10-{day:02}"), Some(&ci)).unwrap();
    }
    assert!(matches!(queue("2026-10-06", Some(&ci)), Err(NotQueued::Full)));
    queue("2026-10-07", Some(&bot)).unwrap();
    queue("2026-10-08", None).unwrap();
    // People come first, although they asked last.
    assert_eq!(
        queries(&analytics.due_backfills(1, NOON).unwrap()),
        ["dateFrom=2026-10-08&dateTo=2026-10-09&limit=250"]
    );

    let cancel = |day: &str, program: Option<&CallerName>| {
        analytics
            .cancel_backfill(BackfillKey::new(&project(), BackfillKind::Days, &span(day, day)), program)
            .unwrap()
    };
    assert!(!cancel("2026-10-07", Some(&ci)) && !cancel("2026-10-08", Some(&ci)));
    assert!(cancel("2026-10-01", Some(&ci)) && cancel("2026-10-01", Some(&ci)));
    assert!(cancel("2026-10-07", None) && cancel("2026-10-02", None));
    // A person who asks for the same takes it over.
    queue("2026-10-03", None).unwrap();
    assert!(!cancel("2026-10-03", Some(&ci)));
}

#[test]
fn what_changes_the_queue_leaves_a_record_and_a_takeover_as_well() {
    let analytics = analytics(100);
    let days = BackfillRequest { kind: BackfillKind::Days, span: span("2026-10-01", "2026-10-02") };
    let ci = program("ci");
    let entries = || analytics.audit(30).page(&AuditQuery::default(), None, NOON).unwrap().entries.len();
    let start = |program: Option<&CallerName>| {
        let source = RequestSource::new(None, None, "req_1".into());
        let record = AuditRecord::new(
            program.cloned(),
            AuditCredential::Token,
            source,
            AuditAction::StartBackfill.into(),
        );
        let start = || analytics.start_backfill(&project(), &days, program, &Utc, NOON);
        analytics.change_backfill(30, &project(), &days, record, NOON, start).unwrap();
        entries()
    };
    let cancel = || {
        let source = RequestSource::new(None, None, "req_2".into());
        let named = AuditAction::CancelBackfill.into();
        let record = AuditRecord::new(None, AuditCredential::Token, source, named);
        let cancel = || analytics.cancel_backfill(BackfillKey::new(&project(), days.kind, &days.span), None);
        analytics.change_backfill(30, &project(), &days, record, NOON, cancel).unwrap();
        entries()
    };
    assert_eq!([start(Some(&ci)), start(Some(&ci))], [1, 1], "it is queued already");
    assert_eq!([start(None), start(None), start(Some(&ci))], [2, 2, 2], "a person took it over once");
    assert_eq!([cancel(), cancel()], [3, 3]);
}

#[test]
fn backfills_of_a_program_come_out_of_its_share() {
    let analytics = analytics(10);
    let ci = program("ci");
    let (own, others) = (span("2026-10-01", "2026-10-30"), span("2026-09-01", "2026-09-30"));
    let queue = |span: &Span, program| {
        analytics
            .queue_backfill(
                BackfillKey::new(&project(), BackfillKind::Days, span),
                &intervals(span),
                program,
                NOON,
            )
            .unwrap()
    };
    queue(&own, Some(&ci));
    for _ in 0..5 {
        let task = analytics.due_backfills(1, NOON).unwrap().remove(0);
        analytics.acquire(&LookupOptions::background(task.program.clone()), NOON).unwrap().unwrap();
        analytics.record_backfill(&task, AfterTask::Nothing).unwrap();
    }
    assert_eq!(analytics.due_backfills(3, NOON).unwrap(), []);
    let hour_later = NOON.plus_ms(HOUR_MS);
    assert_eq!(analytics.next_alarm(NOON), Ok(Some(hour_later)));
    let backfill = analytics
        .backfill_progress(BackfillKey::new(&project(), BackfillKind::Days, &own), NOON)
        .unwrap()
        .unwrap();
    assert_eq!(backfill.resumes_at, Some(hour_later));
    // A person's backfill goes on with what the programs leave.
    queue(&others, None);
    assert_eq!(analytics.due_backfills(9, NOON).unwrap().len(), 3);
    assert_eq!(analytics.next_alarm(NOON), Ok(Some(NOON)));
}

#[test]
fn a_page_that_is_too_large_is_not_requested_again() {
    let analytics = analytics(100);
    let days = span("2026-11-01", "2026-11-02");
    queued(&analytics, BackfillKind::Days, &days);
    let task = analytics.due_backfills(1, NOON).unwrap().remove(0);
    let failure = CallFailure::Unreadable(docket_core::upstream::failure::Unreadable::TooLarge);
    analytics.record_backfill_failure(&task, &failure, NOON).unwrap();
    assert_eq!(analytics.next_alarm(NOON), Ok(None));
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
    assert_eq!(analytics.next_alarm(NOON), Ok(None));
}

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
        from: docket_wire::DateOrTime::moment(first.from.instant()),
        to: docket_wire::DateOrTime::moment(first.to.instant()),
    };
    assert_eq!(stored(&date_times), Some(totals(3, 2, 4)));
    // The largest exact counts, and totals below their parts, survive the round trip.
    analytics.totals().put(&project(), &both.page(1, 0), &totals(1 << 53, 7, 0), NOON).unwrap();
    assert_eq!(stored(&both), Some(totals(1 << 53, 7, 0)));
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
            let point = |day: Day| if as_dates { DateOrTime::day(day) } else { DateOrTime::moment(day.utc_start()) };
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
