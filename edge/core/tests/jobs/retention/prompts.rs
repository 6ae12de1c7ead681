//! The texts of prompts are deleted before their jobs, which stay.

use docket_core::jobs::{DeletedRecords, JobRetention, LedgerSettings, StateConflict, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::world::{SETTINGS, World, ada, import_into, job, response};

fn world() -> World {
    let retention = JobRetention { jobs_days: None, prompts_days: Some(7) };
    World::with(LedgerSettings { agent_per_hour: 1_000, retention, ..SETTINGS })
}

fn delete_all(world: &World) -> usize {
    let mut prompts = 0;
    loop {
        let deleted = world.ledger.retention().delete_expired(world.now).unwrap();
        if !deleted.is_any {
            return prompts;
        }
        prompts += deleted.prompts;
    }
}

/// A job with a follow-up, both of which have ended.
fn job_with_prompts(world: &mut World) {
    let create = world.call(None, "Update the quickstart\nwith the new SDK", Some("k1"));
    world.settle(&create, response("j1", "completed", Some("https://code.example/pull/1")));
    let follow_up = world.call(Some("j1"), "Mention the webhooks", None);
    world.settle(&follow_up, response("j1", "completed", Some("https://code.example/pull/1")));
    world.pass(60_000);
    let response = response("j1", "completed", Some("https://code.example/pull/1")).unwrap();
    import_into(&world.ledger, &response, &ada(), world.now);
}

fn found(world: &World, text: &str) -> usize {
    let filter = JobFilter { text: Some(text.to_owned()), ..JobFilter::default() };
    world.ledger.reads().snapshot(&filter, world.now).unwrap().jobs.len()
}

#[test]
fn the_prompts_of_an_ended_job_go_and_the_job_stays() {
    let mut world = world();
    job_with_prompts(&mut world);
    let before = world.detail("j1");
    assert_eq!((found(&world, "quickstart"), found(&world, "webhooks")), (1, 1));
    world.pass(8 * DAY_MS);
    let revision = world.ledger.revision().unwrap();
    assert_eq!(delete_all(&world), 1);
    let after = world.detail("j1");
    assert_eq!((after.job.title, after.job.prompts_deleted_after_days), (None, Some(7)));
    assert_eq!(
        (after.job.author, after.job.pr_link, after.job.status, after.job.follow_ups, after.job.ended_at),
        (
            before.job.author,
            before.job.pr_link,
            before.job.status,
            before.job.follow_ups,
            before.job.ended_at
        )
    );
    assert_eq!(after.submissions.len(), 2);
    for submission in &after.submissions {
        assert_eq!((submission.prompt.as_deref(), submission.title.as_str()), (None, ""));
        assert_eq!(submission.prompt_deleted_after_days, Some(7));
        assert_eq!(submission.author, ada());
        assert_eq!(world.ledger.reads().submission(&submission.id).unwrap().as_ref(), Some(submission));
    }
    assert_eq!(after.events.last().map(|event| &event.what), Some(&EventKind::PromptsDeleted));
    assert_eq!((found(&world, "quickstart"), found(&world, "webhooks")), (0, 0));
    // A console that is open learns of it like of any other change.
    let LiveMessage::Changes { jobs, submissions, .. } =
        world.ledger.reads().catch_up(Some(revision), world.now).unwrap()
    else {
        panic!()
    };
    assert_eq!((jobs.len(), submissions.len()), (1, 2));
    assert_eq!(world.ledger.retention().delete_expired(world.now).unwrap(), DeletedRecords::default());
    assert_eq!(
        world.ledger.retention().preview(&RetentionQuery::default(), world.now).unwrap().prompts.expired,
        0
    );
}

#[test]
fn a_repeated_request_makes_no_second_job_after_its_prompt_is_deleted() {
    let mut world = world();
    job_with_prompts(&mut world);
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    let again = world.submit(None, "Update the quickstart\nwith the new SDK", Some("k1"));
    assert!(matches!(again, SubmitDecision::Replayed { .. }), "{again:?}");
    let other = world.submit(None, "Update the quickstart", Some("k1"));
    assert_eq!(other, SubmitDecision::KeyReused);
}

#[test]
fn a_prompt_that_was_edited_is_still_recognized_by_what_its_key_came_with() {
    let mut world = world();
    world.create("j1");
    let new = docket_core::jobs::NewSubmission {
        id: "queued".parse().unwrap(),
        job: Some(job("j1")),
        prompt: "As requested".to_owned(),
        author: ada(),
        idempotency_key: Some("k2".to_owned()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    world.ledger.queue(&new, &job("j1"), world.now).unwrap();
    let edited = Prompt { prompt: "As edited".to_owned() };
    world.ledger.edit(&new.id, &edited, &ada(), world.now).unwrap().unwrap();
    world.ledger.discard(&new.id, &ada(), world.now).unwrap().unwrap();
    import_into(&world.ledger, &response("j1", "completed", None).unwrap(), &ada(), world.now);
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    let again = world.submit(Some("j1"), "As requested", Some("k2"));
    assert!(matches!(again, SubmitDecision::Discarded { .. }), "{again:?}");
    assert_eq!(world.submit(Some("j1"), "As edited", Some("k2")), SubmitDecision::KeyReused);
}

#[test]
fn a_prompt_that_is_matched_to_a_job_of_deleted_prompts_is_deleted_too() {
    let mut world = world();
    let lost = world.call(None, "Update the quickstart", None);
    world.settle(&lost, Err(CallFailure::Timeout { limit_ms: 1 }));
    let found = response("j1", "completed", None).unwrap();
    import_into(&world.ledger, &found, &ada(), world.now);
    world.pass(8 * DAY_MS);
    delete_all(&world);
    let seen = world.ledger.reads().job_revision(&job("j1")).unwrap();
    world.ledger.match_submission(&lost, &found, seen, &ada(), world.now).unwrap().unwrap();
    assert_eq!(
        world.ledger.reads().submission(&lost).unwrap().unwrap().prompt.as_deref(),
        Some("Update the quickstart")
    );
    assert_eq!(delete_all(&world), 1);
    assert_eq!(world.ledger.reads().submission(&lost).unwrap().unwrap().prompt, None);
    assert_eq!(world.detail("j1").job.title, None);
}

#[test]
fn a_rejected_prompt_that_is_deleted_comes_back_with_its_request_and_not_without() {
    let mut world = world();
    let rejected = world.call(None, "Translate the guides", Some("k3"));
    let of_no_job = world.call(Some("lacking"), "And the glossary", None);
    for submission in [&rejected, &of_no_job] {
        world.settle(submission, Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }));
    }
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 2);
    assert_eq!(world.ledger.reads().submission(&of_no_job).unwrap().unwrap().prompt, None);
    let resent = world.ledger.resend(&rejected, &ada(), world.now).unwrap();
    assert_eq!(resent, Err(StateConflict::PromptDeleted { after_days: 7 }));
    let SubmitDecision::Call { submission } = world.submit(None, "Translate the guides", Some("k3")) else {
        panic!("it was not carried out")
    };
    let stored = world.ledger.reads().submission(&submission).unwrap().unwrap();
    assert_eq!((submission, stored.prompt.as_deref()), (rejected.clone(), Some("Translate the guides")));
    world.settle(&rejected, response("j9", "active", None));
    assert_eq!(world.detail("j9").job.title.as_deref(), Some("Translate the guides"));
}

#[test]
fn a_later_follow_up_is_deleted_in_its_turn() {
    let mut world = world();
    job_with_prompts(&mut world);
    world.pass(8 * DAY_MS);
    delete_all(&world);
    let follow_up = world.call(Some("j1"), "One more thing", None);
    world.settle(&follow_up, response("j1", "active", None));
    import_into(&world.ledger, &response("j1", "completed", None).unwrap(), &ada(), world.now);
    assert_eq!(delete_all(&world), 0);
    assert_eq!(found(&world, "one more"), 1);
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    assert_eq!(found(&world, "one more"), 0);
    assert_eq!(world.ledger.reads().submission(&follow_up).unwrap().unwrap().prompt, None);
}

#[test]
fn prompts_that_wait_for_a_person_or_the_service_stay() {
    let mut world = world();
    let unknown = world.call(None, "Lost", None);
    world.settle(&unknown, Err(CallFailure::Unreachable));
    world.create("active");
    job_with_prompts(&mut world);
    let follow_up = world.call(Some("j1"), "Also lost", None);
    world.settle(&follow_up, Err(CallFailure::Unreachable));
    world.pass(9 * DAY_MS);
    import_into(&world.ledger, &response("j1", "completed", None).unwrap(), &ada(), world.now);
    world.pass(9 * DAY_MS);
    assert_eq!(delete_all(&world), 0);
    assert_eq!(world.detail("active").job.title.as_deref(), Some("Update the quickstart"));
    assert!(world.ledger.reads().submission(&unknown).unwrap().unwrap().prompt.is_some());
    world.ledger.discard(&follow_up, &ada(), world.now).unwrap().unwrap();
    world.pass(3_700_000);
    assert_eq!(delete_all(&world), 1);
}

#[test]
fn prompts_that_end_later_go_before_older_jobs() {
    let retention = JobRetention { jobs_days: Some(30), prompts_days: Some(7) };
    let mut world = World::with(LedgerSettings { agent_per_hour: 1_000, retention, ..SETTINGS });
    job_with_prompts(&mut world);
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    // Now the job is the next to expire, until another one ends.
    assert!(world.ledger.next_alarm(world.now).unwrap().is_some());
    world.create("j2");
    import_into(&world.ledger, &response("j2", "completed", None).unwrap(), &ada(), world.now);
    world.pass(8 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    assert_eq!(world.detail("j2").job.title, None);
}

#[test]
fn no_text_of_a_deleted_prompt_is_left_in_the_database() {
    use std::rc::Rc;

    use crate::sqlite::Sqlite;
    use docket_core::jobs::{Ledger, NewSubmission};

    let retention = JobRetention { jobs_days: None, prompts_days: Some(1) };
    let db = Rc::new(Sqlite::in_memory());
    let now = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Rc::clone(&db), LedgerSettings { retention, ..SETTINGS }, now).unwrap();
    let new = NewSubmission {
        id: "s1".parse().unwrap(),
        job: None,
        prompt: "Xylophone for the marmot".to_owned(),
        author: ada(),
        idempotency_key: Some("k".to_owned()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    ledger.submit(&new, now).unwrap();
    ledger.settle(&new.id, &response("j1", "completed", None), now).unwrap();
    let later = now.plus_ms(3 * DAY_MS);
    while ledger.retention().delete_expired(later).unwrap().is_any {}
    drop(ledger);
    use docket_core::storage::{Database, Value};
    let tables =
        db.run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'search'", &[]).unwrap();
    for mut table in tables {
        let table = table.text().unwrap();
        for mut row in db.run(&format!("SELECT * FROM {table}"), &[]).unwrap() {
            while let Ok(value) = row.value() {
                let (text, bytes) = match &value {
                    Value::Text(text) => (text.to_lowercase(), Vec::new()),
                    Value::Blob(bytes) => (String::new(), bytes.to_ascii_lowercase()),
                    _ => continue,
                };
                let has = text.contains("xylo") || bytes.windows(4).any(|window| window == b"xylo");
                assert!(!has, "{table}: {value:?}");
            }
        }
    }
}
