//! Everything that grows has a bound, and no bound loses what people wrote.

use std::collections::BTreeSet;

use docket_core::jobs::{Ledger, LedgerSettings, NewSubmission, SubmitDecision};
use docket_core::storage::Database;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::{read_failure, read_job};
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::traced::Traced;
use crate::world::{SETTINGS, World, ada, import_into, job, response};

/// As `docs/api.md` says.
const MESSAGE_BYTES_MAX: usize = 256 * 1024;
/// Consoles of one project that reconnect at once.
const CONSOLES: usize = 200;
/// The memory of a Durable Object. Messages in flight may take half of it.
const OBJECT_BYTES: usize = 128 * 1024 * 1024;

fn roomy() -> World {
    World::with(LedgerSettings { agent_per_hour: 10_000, ..SETTINGS })
}

fn bytes(message: &LiveMessage) -> usize {
    serde_json::to_string(message).unwrap().len()
}

/// A job whose every field is as long as it can be, in characters that JSON escapes.
fn long_job(world: &World, n: usize) {
    let text = |length: usize| "\u{1}".repeat(length);
    let body = serde_json::json!({
        "id": format!("j{n:0>190}"), "status": text(100_000), "model": text(2_000), "prLink": text(2_000),
        "source": {"repository": text(2_000), "ref": text(2_001)},
    });
    import_into(&world.ledger, &read_job(200, body.to_string()).unwrap(), &ada(), world.now);
}

#[test]
fn queued_follow_ups_cost_nothing_while_their_jobs_do_not_change() {
    const NOW: UnixMs = UnixMs(1_790_000_000_000);
    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, NOW).unwrap();
    for n in 0..40 {
        let id = job(&format!("j{n}"));
        import_into(&ledger, &response(id.as_str(), "active", None).unwrap(), &ada(), NOW);
        for follow_up in 0..5 {
            let new = NewSubmission {
                id: format!("sub_{n}_{follow_up}").parse().unwrap(),
                job: Some(id.clone()),
                prompt: "go on".into(),
                author: ada(),
                idempotency_key: None,
                is_confirmed: true,
                labels: Vec::new(),
            };
            ledger.queue(&new, &id, NOW).unwrap();
        }
    }
    // What every change of the ledger asks for.
    let cost_of_publishing = || {
        disk.take();
        assert_eq!(ledger.release_queued(NOW).unwrap(), []);
        ledger.next_alarm(NOW).unwrap();
        disk.take().iter().map(|cost| cost.steps).sum::<i64>()
    };
    let (first, later) = (cost_of_publishing(), cost_of_publishing());
    assert!(later * 20 < first, "{later} steps, and {first} for all of them");
    import_into(&ledger, &response("j7", "completed", None).unwrap(), &ada(), NOW);
    assert_eq!(ledger.release_queued(NOW).unwrap().len(), 1, "the job that became idle is checked");
}

#[test]
fn messages_and_pages_are_bounded_whatever_the_ledger_holds() {
    let mut world = roomy();
    for n in 0..205 {
        let id = world.call(None, &format!("{n} {}", "\u{1}".repeat(98_000)), None);
        world.settle(&id, Err(CallFailure::Unreachable));
    }
    for n in 0..30 {
        long_job(&world, n);
    }
    let revision = world.ledger.revision().unwrap();
    for since in [None, Some(0), Some(revision / 2), Some(revision - 10), Some(revision)] {
        let message = world.ledger.reads().catch_up(since, world.now).unwrap();
        assert!(bytes(&message) <= MESSAGE_BYTES_MAX, "{since:?}: {} bytes", bytes(&message));
    }
    const { assert!(MESSAGE_BYTES_MAX * CONSOLES <= OBJECT_BYTES / 2) };

    let (mut seen, mut query) = (BTreeSet::new(), SubmissionsQuery::default());
    loop {
        let page = world.ledger.reads().open_submissions(&query).unwrap();
        assert!(serde_json::to_string(&page).unwrap().len() <= MESSAGE_BYTES_MAX);
        for submission in &page.submissions {
            assert_eq!(submission.prompt, None, "a long prompt is read by its id");
            assert!(seen.insert(submission.id.clone()), "a submission is listed once");
        }
        query.before = page.submissions.last().map(|last| last.id.clone());
        if !page.has_more {
            break;
        }
    }
    assert_eq!(seen.len(), 205, "nothing is unreachable");
    for id in &seen {
        assert!(world.ledger.reads().submission(id).unwrap().unwrap().prompt.unwrap().len() > 98_000);
    }

    let (mut seen, mut filter) = (0, JobFilter { limit: Some(200), ..JobFilter::default() });
    loop {
        let page = world.ledger.reads().snapshot(&filter, world.now).unwrap();
        assert!(serde_json::to_string(&page).unwrap().len() <= MESSAGE_BYTES_MAX);
        seen += page.jobs.len();
        filter.before = page.jobs.last().map(|last| last.id.clone());
        if !page.has_more {
            break;
        }
    }
    assert_eq!(seen, 30);
}

#[test]
fn ordinary_changes_come_whole() {
    let mut world = roomy();
    for n in 0..100 {
        let id = world.call(None, "Update the quickstart for SDK 4", None);
        world.settle(&id, response(&format!("j{n}"), "active", None));
    }
    let LiveMessage::Changes { jobs, submissions, .. } =
        world.ledger.reads().catch_up(Some(0), world.now).unwrap()
    else {
        panic!("200 events fit into a message")
    };
    assert_eq!((jobs.len(), submissions.len()), (100, 100));
    assert_eq!(submissions[0].prompt.as_deref(), Some("Update the quickstart for SDK 4"));
    assert_eq!(world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap().jobs.len(), 100);
}

#[test]
fn a_job_comes_with_its_newest_long_prompts() {
    let mut world = roomy();
    world.create("j1");
    let long = |n: usize| format!("{n} {}", "x".repeat(90_000));
    for n in 0..10 {
        let id = world.call(Some("j1"), &long(n), None);
        world.settle(&id, response("j1", "active", None));
    }
    let submissions = world.detail("j1").submissions;
    let whole: Vec<bool> = submissions.iter().map(|submission| submission.prompt.is_some()).collect();
    assert_eq!(whole, [true, false, false, false, false, false, false, false, false, true, true]);
    assert_eq!(submissions[10].prompt, Some(long(9)));
    assert_eq!(world.ledger.reads().submission(&submissions[1].id).unwrap().unwrap().prompt, Some(long(0)));
}

#[test]
fn the_pages_of_a_history_are_bounded_and_have_all_of_it() {
    let mut world = roomy();
    world.create("j1");
    for n in 0..150 {
        // A control character takes six bytes of JSON, so that bytes bound the page before its limit does.
        let id = world.call(Some("j1"), &format!("{n} {}", "\u{1}".repeat(900)), None);
        world.settle(&id, response("j1", "active", None));
    }
    let id = world.queue("j1", "Then the tutorial");
    let (mut events, mut submissions) = (Vec::new(), BTreeSet::new());
    let mut query = HistoryQuery { limit: Some(HistoryQuery::LIMIT_MAX), ..HistoryQuery::default() };
    loop {
        let page = world.ledger.reads().detail(&job("j1"), &query).unwrap().unwrap();
        assert!(serde_json::to_string(&page).unwrap().len() <= MESSAGE_BYTES_MAX);
        assert!(page.events.len() <= HistoryQuery::LIMIT_MAX as usize);
        let listed: BTreeSet<_> = page.submissions.iter().map(|row| row.id.clone()).collect();
        let named = page.events.iter().filter_map(|event| event.submission.clone()).collect();
        assert_eq!(listed, named, "a page has the submissions of its events");
        assert_eq!(listed.contains(&id), query.before.is_none());
        submissions.extend(listed);
        query.before = page.events.first().map(|event| event.revision);
        events.splice(0..0, page.events);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(submissions.len(), 152);
    assert_eq!(events.len(), 303);
    assert!(events.is_sorted_by_key(|event| event.revision));
    assert_eq!(events[0].what, EventKind::Submitted, "the create is part of the history");
    let one = HistoryQuery { limit: Some(1), before: None };
    let newest = world.ledger.reads().detail(&job("j1"), &one).unwrap().unwrap();
    assert_eq!((newest.events.len(), newest.submissions.len(), newest.has_more), (1, 1, true));
}

#[test]
fn a_list_does_not_read_long_responses_of_the_service() {
    let disk = Traced::new();
    let ledger = Ledger::open(disk.clone(), SETTINGS, UnixMs(1_790_000_000_000)).unwrap();
    for n in 0..20 {
        let body = serde_json::json!({
            "id": format!("j{n}"), "status": "active", "model": "a model", "prLink": format!("https://code.example/{n}"),
            "source": {"repository": "acme/docs", "ref": "x".repeat(3_000)}, "more": "x".repeat(1_000_000),
        });
        let response = read_job(200, body.to_string()).unwrap();
        import_into(&ledger, &response, &ada(), UnixMs(1_790_000_000_000));
    }
    disk.take();
    let jobs = ledger.reads().snapshot(&JobFilter::default(), UnixMs(1_790_000_000_000)).unwrap().jobs;
    let bytes: usize = disk.take().iter().map(|cost| cost.text_bytes).sum();
    assert!(bytes < 20 * 8 * 1024, "{bytes} bytes for a page of {} jobs", jobs.len());
    let job = &jobs[0];
    assert_eq!((job.model.as_deref(), job.repository.as_deref()), (Some("a model"), Some("acme/docs")));
    assert_eq!((job.pr_link.as_deref(), job.reference.as_deref()), (Some("https://code.example/19"), None));
}

#[test]
fn an_exhausted_budget_records_nothing_of_a_program() {
    let mut world = World::new();
    for n in 0..SETTINGS.agent_per_hour {
        world.create(&format!("j{n}"));
    }
    let revision = world.ledger.revision().unwrap();
    let mut retry_at = world.now;
    for (target, key) in [(None, None), (None, Some("k")), (Some("j1"), None), (Some("j1"), Some("l"))] {
        let decision = world.submit_as("token:ci", target, "Do it", key);
        let SubmitDecision::Exhausted(exhausted) = decision else { panic!("{decision:?}") };
        assert_eq!(exhausted.reason.code, ProblemCode::BudgetExhausted);
        retry_at = exhausted.retry_at.unwrap();
    }
    assert_eq!((world.open_submissions(), world.ledger.revision().unwrap()), (vec![], revision));
    // The key is free, as after any rejection.
    world.now = retry_at;
    assert!(matches!(world.submit_as("token:ci", None, "Do it", Some("k")), SubmitDecision::Call { .. }));
}

#[test]
fn a_key_that_was_rejected_stays_as_it_was_while_the_budget_is_exhausted() {
    let mut world = World::new();
    let SubmitDecision::Call { submission } = world.submit_as("token:ci", None, "Do it", Some("k")) else {
        panic!()
    };
    world.settle(&submission, Err(read_failure(429, ("30", ""), "")));
    let before = world.open_submissions();
    let decision = world.submit_as("token:ci", None, "Do it", Some("k"));
    assert!(matches!(decision, SubmitDecision::Exhausted(_)), "{decision:?}");
    assert_eq!(world.open_submissions(), before);
    world.pass(30_000);
    assert_eq!(world.submit_as("token:ci", None, "Do it", Some("k")), SubmitDecision::Call { submission });
}

#[test]
fn rejected_prompts_of_programs_are_purged_and_those_of_people_stay() {
    let mut world = roomy();
    let reject = |world: &mut World, author: &str| {
        let SubmitDecision::Call { submission } = world.submit_as(author, None, "Do it", None) else {
            panic!()
        };
        world.settle(&submission, Err(read_failure(400, ("", ""), "")));
        world.pass(1_000);
        submission
    };
    let (person, first) = (reject(&mut world, "ada"), reject(&mut world, "token:ci"));
    for _ in 0..100 {
        reject(&mut world, "token:ci");
    }
    assert_eq!(world.ledger.reads().submission(&first).unwrap(), None, "the newest 100 stay");
    let page =
        world.ledger.reads().open_submissions(&SubmissionsQuery { limit: Some(200), before: None }).unwrap();
    assert_eq!(page.submissions.len(), 101);
    world.pass(8 * 24 * 3_600_000);
    let last = reject(&mut world, "token:other");
    let left: Vec<SubmissionId> = world.open_submissions().into_iter().map(|open| open.id).collect();
    assert_eq!(left, [last, person]);
}

#[test]
fn the_events_of_purged_prompts_are_deleted_and_open_consoles_see_it() {
    let file = std::env::temp_dir().join(format!("docket-purge-{}.sqlite", std::process::id()));
    let mut world = World::over(Sqlite::at(&file));
    let reject = |world: &mut World| {
        world.pass(3_600_000);
        let SubmitDecision::Call { submission } = world.submit_as("token:ci", None, "Do it", None) else {
            panic!()
        };
        world.settle(&submission, Err(read_failure(400, ("", ""), "")));
        submission
    };
    let first = reject(&mut world);
    for _ in 0..99 {
        reject(&mut world);
    }
    let revision = world.ledger.revision().unwrap();
    reject(&mut world);
    let LiveMessage::Changes { events, .. } =
        world.ledger.reads().catch_up(Some(revision), world.now).unwrap()
    else {
        panic!("nothing of what an open console has not seen is deleted")
    };
    let deleted = events.last().unwrap();
    assert_eq!((&deleted.what, deleted.submission.as_ref()), (&EventKind::Deleted, Some(&first)));
    for _ in 0..100 {
        reject(&mut world);
    }
    let disk = Sqlite::at(&file);
    let events = disk.run("SELECT COUNT(*) FROM events", &[]).unwrap().remove(0).integer().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(events <= 2 * 100 + 25, "{events} events of 100 prompts, and of a day's deletions");
}

#[test]
fn a_job_is_searched_by_its_first_prompts_however_many_follow() {
    let mut world = roomy();
    world.create("j1");
    // Prompts of four bytes a character, as many as would pass the 2 MB of a row.
    for n in 0..30 {
        let id = world.call(Some("j1"), &format!("word{n} {}", "\u{1d400}".repeat(24_000)), None);
        world.settle(&id, response("j1", "active", None));
    }
    let found = |text: &str| {
        let filter = JobFilter { text: Some(text.into()), ..JobFilter::default() };
        !world.ledger.reads().snapshot(&filter, world.now).unwrap().jobs.is_empty()
    };
    assert!(found("quickstart") && found("word9"), "the first 250,000 characters are searched");
    assert!(!found("word29"));
    assert_eq!(world.detail("j1").job.follow_ups, 30);
    assert!(world.ledger.reads().has_job(&job("j1")).unwrap());
}

#[test]
fn rejected_prompts_of_the_past_cost_a_list_nothing() {
    const NOW: UnixMs = UnixMs(1_790_000_000_000);
    let steps_with = |rejected: usize| {
        let disk = Traced::new();
        let settings = LedgerSettings { agent_per_hour: 10_000, ..SETTINGS };
        let ledger = Ledger::open(disk.clone(), settings, NOW).unwrap();
        for n in 0..rejected {
            let new = NewSubmission {
                id: format!("sub_{n}").parse().unwrap(),
                job: None,
                prompt: "Do it".into(),
                author: ada(),
                idempotency_key: None,
                is_confirmed: true,
                labels: Vec::new(),
            };
            let SubmitDecision::Call { submission } = ledger.submit(&new, NOW).unwrap() else { panic!() };
            ledger.settle(&submission, &Err(read_failure(400, ("", ""), "")), NOW).unwrap();
        }
        disk.take();
        ledger.reads().snapshot(&JobFilter::default(), NOW.plus_ms(2 * DAY_MS)).unwrap();
        disk.take().iter().map(|cost| cost.steps).sum::<i64>()
    };
    let (few, many) = (steps_with(3), steps_with(300));
    assert!(many <= few + 20, "{many} steps with 300 of them, and {few} with 3");
}
