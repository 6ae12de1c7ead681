//! Backfills of programs: their share of the queue and of the requests, and the records of what changes the queue.

use docket_core::analytics::{AfterTask, BackfillKey, LookupOptions, NotQueued};
use docket_core::audit::{AuditRecord, RequestSource};
use docket_wire::{
    AuditAction, AuditCredential, AuditQuery, BackfillKind, BackfillRequest, CallerName, Span, Utc,
};

use super::{HOUR_MS, NOON, analytics, intervals, project, queries, span};

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
        analytics.with_backfill_audit(30, &project(), &days, record, NOON, start).unwrap();
        entries()
    };
    let cancel = || {
        let source = RequestSource::new(None, None, "req_2".into());
        let named = AuditAction::CancelBackfill.into();
        let record = AuditRecord::new(None, AuditCredential::Token, source, named);
        let cancel = || analytics.cancel_backfill(BackfillKey::new(&project(), days.kind, &days.span), None);
        analytics.with_backfill_audit(30, &project(), &days, record, NOON, cancel).unwrap();
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
    assert_eq!(analytics.next_backfill_at(NOON), Ok(Some(hour_later)));
    let backfill = analytics
        .backfill_progress(BackfillKey::new(&project(), BackfillKind::Days, &own), NOON)
        .unwrap()
        .unwrap();
    assert_eq!(backfill.resumes_at, Some(hour_later));
    // A person's backfill goes on with what the programs leave.
    queue(&others, None);
    assert_eq!(analytics.due_backfills(9, NOON).unwrap().len(), 3);
    assert_eq!(analytics.next_backfill_at(NOON), Ok(Some(NOON)));
}
