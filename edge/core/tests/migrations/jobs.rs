//! The ledger of every earlier schema.

use std::rc::Rc;

use docket_core::jobs::{JobRetention, Ledger, LedgerSettings, NewSubmission, SubmitDecision};
use docket_core::metrics::Counters;
use docket_core::storage::Database;
use docket_wire::*;

use crate::{open_sample, samples::LEDGERS, sqlite::Sqlite};

const SETTINGS: LedgerSettings =
    LedgerSettings { agent_per_hour: 3, polls_per_hour: 3600, ..LedgerSettings::NOTHING };
const NOW: UnixMs = UnixMs(1_790_000_300_000);

/// The ledger of a schema.
fn sample(schema: u32) -> &'static str {
    LEDGERS.iter().find(|(known, _)| *known == schema).unwrap().1
}

fn open(sample: &str) -> Ledger<Rc<Sqlite>> {
    open_sample(sample, |db| Ledger::open(db, SETTINGS, NOW).unwrap())
}

fn ids(ledger: &Ledger<Rc<Sqlite>>, pairs: &[(&str, &str)]) -> Vec<String> {
    let filter = JobFilter::from_pairs(pairs.iter().copied()).unwrap();
    ledger.reads().snapshot(&filter, NOW).unwrap().jobs.into_iter().map(|job| job.id.to_string()).collect()
}

#[test]
fn schema_1_migrates_to_the_newest() {
    let ledger = open(sample(1));
    assert_eq!(ledger.project().unwrap().as_str(), "acme-docs");
    assert_eq!(ids(&ledger, &[]), ["job-c", "job-b", "job-a"], "newest first");
    assert_eq!(ids(&ledger, &[("q", "cafe")]), ["job-a"], "old prompts are searched");
    assert_eq!(ids(&ledger, &[("q", "quickstart webhooks")]), ["job-b"], "follow-ups too");
    assert_eq!(ids(&ledger, &[("author", "ada"), ("status", "completed")]), ["job-b"]);

    let detail = ledger
        .reads()
        .detail(&"job-b".parse().unwrap(), &docket_wire::HistoryQuery::default())
        .unwrap()
        .unwrap();
    assert_eq!(detail.submissions.len(), 2);
    assert_eq!(detail.job.pr_link.as_deref(), Some("https://code.example/pull/2"));
    assert_eq!((detail.job.follow_ups, detail.job.hidden, detail.job.running_long), (1, false, false));
    assert_eq!(detail.job.labels, []);
    let stopped = ledger
        .reads()
        .detail(&"job-c".parse().unwrap(), &docket_wire::HistoryQuery::default())
        .unwrap()
        .unwrap()
        .job;
    assert!(matches!(stopped.polling, Polling::Suspended { .. }));

    let open = ledger.reads().open_submissions(&SubmissionsQuery::default()).unwrap().submissions;
    let states: Vec<_> = open.iter().map(|open| (open.title.as_str(), &open.state)).collect();
    assert!(matches!(
        states[..],
        [
            ("Interrupted", SubmissionState::Unknown { .. }),
            ("Lost on the way", SubmissionState::Unknown { .. })
        ]
    ));
    assert_eq!(ledger.due_polls(NOW).unwrap().len(), 1, "the active job is still polled");

    let again = NewSubmission {
        id: "sub_6".parse().unwrap(),
        job: None,
        prompt: "Fix the café example".into(),
        author: CallerName("token:ci".into()),
        idempotency_key: Some("key-1".into()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    assert!(
        matches!(ledger.submit(&again, NOW).unwrap(), SubmitDecision::Replayed { .. }),
        "keys do not expire"
    );
}

#[test]
fn schema_2_migrates_to_the_newest() {
    let ledger = open(sample(2));
    let job = |id: &str| {
        ledger.reads().detail(&id.parse().unwrap(), &docket_wire::HistoryQuery::default()).unwrap().unwrap()
    };
    let kinds = |id: &str| job(id).events.into_iter().map(|event| event.what).collect::<Vec<_>>();

    assert_eq!(ids(&ledger, &[]), ["job-c", "job-b", "job-a"]);
    assert_eq!(ids(&ledger, &[("q", "cafe")]), ["job-b", "job-a"]);
    assert_eq!(job("job-a").job.polling, Polling::Stopped);
    assert!(matches!(job("job-b").job.polling, Polling::Suspended { .. }));
    assert_eq!(job("job-a").job.added_at, UnixMs(1_790_000_302_000));
    for id in ["job-a", "job-b", "job-c"] {
        let JobEntry { hidden, running_long, .. } = job(id).job;
        assert_eq!((hidden, running_long), (false, false), "{id}");
    }
    let hide = JobPatch { hidden: Some(true), ..JobPatch::default() };
    ledger.patch(&"job-c".parse().unwrap(), &hide, &CallerName("ada".into()), NOW).unwrap().unwrap();
    assert_eq!(ids(&ledger, &[("hidden", "true"), ("author", "ada")]), ["job-c"], "by author and hidden");
    assert!(kinds("job-a").contains(&EventKind::PollingStopped));
    assert!(kinds("job-a").contains(&EventKind::PollingResumed));
    assert!(kinds("job-a").contains(&EventKind::Unhidden));
    assert!(kinds("job-b").iter().any(|kind| matches!(kind, EventKind::PollingSuspended { .. })));
    assert!(kinds("job-c").contains(&EventKind::Matched));

    let rejected = ledger.reads().submission(&"sub-4".parse().unwrap()).unwrap().unwrap();
    let SubmissionState::Rejected { reason } = rejected.state else { panic!("{rejected:?}") };
    assert_eq!(reason.code, ProblemCode::BudgetExhausted);

    // The three prompts of this hour are still counted.
    let new = NewSubmission {
        id: "sub-6".parse().unwrap(),
        job: None,
        prompt: "One too many".into(),
        author: CallerName("ada".into()),
        idempotency_key: None,
        is_confirmed: true,
        labels: Vec::new(),
    };
    let decision = ledger.submit(&new, UnixMs(1_790_003_900_999)).unwrap();
    assert!(matches!(decision, SubmitDecision::Rejected { .. }), "{decision:?}");
}

#[test]
fn schema_3_migrates_to_the_newest() {
    keeps_the_ledger_of_schema_3(sample(3));
}

#[test]
fn schema_4_migrates_to_the_newest() {
    keeps_the_ledger_of_schema_3(sample(4));
}

#[test]
fn schema_5_migrates_to_the_newest() {
    keeps_the_ledger_of_schema_3(sample(5));
}

#[test]
fn schema_6_migrates_to_the_newest() {
    let sample = sample(6);
    keeps_the_ledger_of_schema_3(sample);
    assert_eq!(open(sample).templates().list().unwrap().templates, []);
}

#[test]
fn schema_7_migrates_to_the_newest() {
    let sample = sample(7);
    keeps_the_ledger_of_schema_3(sample);
    let ledger = open(sample);
    let template = ledger.templates().get(&"tpl_1".parse().unwrap(), None).unwrap().unwrap();
    assert_eq!((template.version, template.text.as_str()), (2, "Update {{page}}"));
    // The jobs and pull requests of before are counted on their days.
    let (from, to) = ("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap());
    let marks = ledger.reads().day_marks(&Span::new(from, to, ZoneName::utc()).unwrap(), &Utc).unwrap();
    let counts = |of: fn(&DayMark) -> u32| marks.days.iter().map(of).sum::<u32>();
    assert_eq!((counts(|mark| mark.jobs_ended), counts(|mark| mark.pull_requests)), (1, 1));
}

#[test]
fn schema_8_migrates_to_the_newest() {
    let sample = sample(8);
    keeps_the_ledger_of_schema_3(sample);
    let ledger = open(sample);
    let (from, to) = ("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap());
    let marks = ledger.reads().day_marks(&Span::new(from, to, ZoneName::utc()).unwrap(), &Utc).unwrap();
    let notes: Vec<_> = marks.days.into_iter().filter_map(|mark| mark.note).map(|note| note.text).collect();
    assert_eq!(notes, ["Released the new guides"]);
    assert_eq!(ledger.status(0, NOW).unwrap().calls, ServiceCalls::default());
}

#[test]
fn schema_9_migrates_to_the_newest() {
    let sample = sample(9);
    keeps_the_ledger_of_schema_3(sample);
    let ledger = open(sample);
    let status = ledger.status(0, NOW).unwrap();
    assert_eq!(status.calls.succeeded_at, Some(UnixMs(1_790_000_200_000)));
    // Nothing was counted before; open jobs always were.
    assert_eq!((status.polling.rows, status.polling.end_delay), Default::default());
    assert_eq!(status.polling.jobs, OpenJobCounts { scheduled: 0, suspended: 1, stopped: 1 });
    assert!(ledger.sample(0, 0, 0, NOW).unwrap().iter().take(Counters::LENGTH).all(|count| *count == 0));
}

#[test]
fn schema_10_migrates_to_the_newest() {
    let sample = sample(10);
    keeps_the_ledger_of_schema_3(sample);
    let ledger = open(sample);
    assert_eq!(ledger.status(0, NOW).unwrap().polling.end_delay.median_ms, Some(5_000));
    // Nothing was ever deleted, and what ended before can be.
    assert!(ids(&ledger, &[]).len() == 3 && ids(&ledger, &[("q", "cafe")]).len() == 2);
    let db = Rc::new(Sqlite::after(sample));
    let retention = JobRetention { jobs_days: Some(60), prompts_days: Some(30) };
    let ledger = Ledger::open(db, LedgerSettings { retention, ..SETTINGS }, NOW).unwrap();
    let after = |days: i64| NOW.plus_ms(days * 86_400_000);
    assert!(ledger.retention().delete_expired(after(31)).unwrap().prompts > 0);
    while ledger.retention().delete_expired(after(61)).unwrap().is_any {}
    assert_eq!(ids(&ledger, &[]), ["job-b", "job-a"], "the job that had ended is gone");
}

#[test]
fn schema_11_migrates_to_the_newest() {
    let sample = sample(11);
    let ledger = open(sample);
    assert!(ledger.reads().submission(&"sub-11".parse().unwrap()).unwrap().is_some());
    // The follow-up whose job Docket lacks was never deleted.
    let retention = JobRetention { jobs_days: Some(60), prompts_days: None };
    let ledger =
        Ledger::open(Rc::new(Sqlite::after(sample)), LedgerSettings { retention, ..SETTINGS }, NOW).unwrap();
    let later = NOW.plus_ms(61 * 86_400_000);
    while ledger.retention().delete_expired(later).unwrap().is_any {}
    assert_eq!(ledger.reads().submission(&"sub-11".parse().unwrap()).unwrap(), None);
    assert_eq!(ids(&ledger, &[]), ["job-b", "job-a"]);
}

#[test]
fn schema_12_migrates_to_the_newest() {
    let ledger = open(sample(12));
    assert_eq!(ids(&ledger, &[("q", "#12")]), ["job-c"], "by the number of its pull request");
    assert_eq!(ids(&ledger, &[("q", "#1")]), [""; 0]);
}

#[test]
fn schema_13_migrates_to_the_newest() {
    let ledger = open(sample(13));
    let job = "job-a".parse().unwrap();
    let detail = ledger.reads().detail(&job, &docket_wire::HistoryQuery::default()).unwrap().unwrap();
    assert!(detail.job.running_long);
    assert!(detail.events.iter().any(|event| event.what == EventKind::RunningLong));
}

#[test]
fn schema_14_migrates_to_the_newest() {
    let ledger = open(sample(14));
    let link = |job: &str| {
        let query = docket_wire::HistoryQuery::default();
        ledger.reads().detail(&job.parse().unwrap(), &query).unwrap().unwrap().job.pr_link
    };
    assert_eq!(link("job-a").as_deref(), Some("https://code.example/acme/docs/pull/8"), "its last one");
    assert_eq!(link("job-c").as_deref(), Some("https://code.example/pull/12"), "as of the last response");
}

#[test]
fn schema_15_migrates_to_the_newest() {
    let ledger = open(sample(15));
    // Prompts of earlier schemas had no labels, so a repeated key has none either.
    let again = NewSubmission {
        id: "sub-7".parse().unwrap(),
        job: None,
        prompt: "Fix the café example".into(),
        author: CallerName("token:ci".into()),
        idempotency_key: Some("key-1".into()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    assert!(matches!(ledger.submit(&again, NOW).unwrap(), SubmitDecision::Replayed { .. }));
    let labelled = NewSubmission {
        labels: vec![Label::try_from("sdk".to_owned()).unwrap()],
        idempotency_key: None,
        ..again
    };
    let later = NOW.plus_ms(2 * 3_600_000);
    assert!(matches!(ledger.submit(&labelled, later).unwrap(), SubmitDecision::Call { .. }));
}

#[test]
fn schema_16_migrates_to_the_newest() {
    let ledger = open(sample(16));
    let is_there = |id: &str| ledger.reads().submission(&id.parse().unwrap()).unwrap().is_some();
    // What a program was refused more than a week ago is deleted, and what a person was refused stays.
    assert_eq!(["sub-12", "sub-13", "sub-14"].map(is_there), [false, true, true]);
}

#[test]
fn schema_17_migrates_to_the_newest() {
    let ledger = open(sample(17));
    assert_eq!(ids(&ledger, &[("q", "cafe")]), ["job-b", "job-a"], "prompts are searched as before");
    // Without the index by revision, a console still gets exactly what changed.
    let LiveMessage::Changes { since, revision, events, jobs, submissions } =
        ledger.reads().catch_up(Some(0), NOW).unwrap()
    else {
        panic!()
    };
    assert_eq!((since, revision), (0, events.len() as u64));
    let (jobs, submissions) = (jobs.iter().map(|job| &job.id), submissions.iter().map(|sent| &sent.id));
    let has = |id: &str| jobs.clone().any(|job| job.as_str() == id);
    assert!(has("job-a") && has("job-b") && has("job-c"), "{jobs:?}");
    assert!(submissions.len() > 3, "{submissions:?}");
}

fn keeps_the_ledger_of_schema_3(sample: &str) {
    let db = Rc::new(Sqlite::after(sample));
    let ledger = Ledger::open(Rc::clone(&db), SETTINGS, NOW).unwrap();
    let mut schedule = db.run("SELECT create_durations, polled_jobs FROM schedule", &[]).unwrap().remove(0);
    assert_eq!(schedule.text().unwrap(), "[120000,90000]");
    assert_eq!(schedule.integer().unwrap(), 1, "job-b is polled");
    let kinds: Vec<EventKind> = ledger
        .reads()
        .detail(&"job-c".parse().unwrap(), &docket_wire::HistoryQuery::default())
        .unwrap()
        .unwrap()
        .events
        .into_iter()
        .map(|event| event.what)
        .collect();
    assert!(matches!(
        kinds[..],
        [EventKind::Submitted, EventKind::OutcomeUnknown { .. }, EventKind::Matched, EventKind::Accepted]
    ));
    let log = ledger.audit().page(&AuditQuery::default(), None, NOW).unwrap();
    assert_eq!(log.entries, Vec::<String>::new());
    // What happened before there were inboxes is in them.
    let inbox = ledger.inbox(&CallerName("ada".into())).read(Inbox::LIMIT_MAX, NOW).unwrap();
    let subjects =
        |group: &InboxGroup| group.items.iter().map(|item| item.subject.clone()).collect::<Vec<_>>();
    let job = |id: &str| InboxSubject::Job(id.parse().unwrap());
    let rejected = InboxSubject::Submission("sub-4".parse().unwrap());
    assert_eq!(subjects(&inbox.needs_you), [job("job-b"), job("job-a"), rejected]);
    assert_eq!((subjects(&inbox.ended), inbox.unread), (vec![job("job-c")], 3));
    // The instance that polled job-b is gone.
    let due = ledger.due_polls(UnixMs(1_790_001_112_000)).unwrap();
    assert_eq!(due.iter().map(|poll| poll.job.as_str()).collect::<Vec<_>>(), ["job-b"]);
}
