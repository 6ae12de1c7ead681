//! Prompts: recorded before they are sent, sent once.

mod labels;
mod outbox;
mod resolve;

use docket_core::audit::{AuditRecord, RequestSource};
use docket_core::jobs::{Ledger, Settlement, SubmitDecision};
use docket_core::rate_limit::Exhausted;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response;
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::world::{SETTINGS, World, ada, response};

#[test]
fn a_prompt_is_in_the_ledger_before_the_service_is_called() {
    let mut world = World::new();
    let id = world.call(None, "\n  Update the quickstart \nfor SDK 4", None);
    let snapshot = world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap();
    assert_eq!(snapshot.submissions[0].id, id);
    assert_eq!(snapshot.submissions[0].state, SubmissionState::Sending);
    assert_eq!(snapshot.submissions[0].prompt.as_deref(), Some("\n  Update the quickstart \nfor SDK 4"));
    assert_eq!(snapshot.submissions[0].title, "Update the quickstart");

    world.settle(&id, response("j1", "active", None));
    let snapshot = world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap();
    assert_eq!(snapshot.submissions, []);
    assert_eq!(snapshot.jobs[0].title.as_deref(), Some("Update the quickstart"));
    assert_eq!(snapshot.jobs[0].author, Some(CallerName("ada".into())));
    assert_eq!(world.kinds("j1"), [EventKind::Submitted, EventKind::Accepted]);
}

#[test]
fn the_same_key_gets_the_same_answer_and_no_second_call() {
    let mut world = World::new();
    let id = world.call(None, "Do it", Some("k"));
    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Sending { submission: id.clone() });
    let Settlement::Accepted(answer) = world.settle(&id, response("j1", "active", None)) else { panic!() };
    assert_eq!(
        world.submit(None, "Do it", Some("k")),
        SubmitDecision::Replayed { submission: id.clone(), answer }
    );
    assert_eq!(world.submit(None, "Do something else", Some("k")), SubmitDecision::KeyReused);
    assert_eq!(world.submit(Some("j1"), "Do it", Some("k")), SubmitDecision::KeyReused);
    assert!(matches!(world.submit(None, "Do it", Some("k2")), SubmitDecision::Call { .. }));
}

#[test]
fn a_prompt_that_could_not_be_sent_is_rejected_and_can_be_resent() {
    let mut world = World::new();
    let id = world.call(None, "Do it", Some("k"));
    let reason = ErrorReason {
        code: ProblemCode::UnknownProject,
        error: "This project is not configured.".to_owned(),
    };
    let left = world.prompts_left();
    let settlement = world.ledger.settle_unsent(&id, reason.clone(), world.now).unwrap();
    assert_eq!(world.prompts_left(), left + 1, "nothing was sent");
    let error = "Docket did not send the prompt. This project is not configured.".to_owned();
    let reason = ErrorReason { error, ..reason };
    assert_eq!(settlement, Settlement::Unsent(reason.clone()));
    assert_eq!(world.open_submissions()[0].state, SubmissionState::Rejected { reason });
    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Call { submission: id });
}

#[test]
fn a_prompt_that_the_service_throttles_does_not_count() {
    let mut world = World::new();
    let left = world.prompts_left();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(response::read_failure(429, ("1", ""), "")));
    world.pass(1_000);
    assert_eq!(world.prompts_left(), left);
    world.ledger.resend(&id, &ada(), world.now).unwrap().unwrap();
    world.settle(&id, response("j1", "active", None));
    assert_eq!(world.prompts_left(), left - 1);
}

#[test]
fn a_response_about_another_job_leaves_the_outcome_of_a_follow_up_unknown() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let id = world.call(Some("j1"), "Do more", None);
    let Settlement::Unknown(_) = world.settle(&id, response("j2", "active", None)) else { panic!() };
    assert_eq!(world.detail("j2").job.follow_ups, 0);
    assert_eq!(world.kinds("j2"), [EventKind::Submitted, EventKind::Accepted], "those of its create");
    assert!(matches!(world.open_submissions()[0].state, SubmissionState::Unknown { .. }));
}

#[test]
fn a_rejected_prompt_is_kept_and_its_key_can_be_used_again() {
    let mut world = World::new();
    let id = world.call(None, "Do it", Some("k"));
    let rejected = world.settle(&id, Err(response::read_failure(400, ("", ""), r#"{"error":"too vague"}"#)));
    let Settlement::Rejected(failure) = rejected else { panic!() };
    let reason = failure.reason();
    assert_eq!(reason.error, "The documentation service rejected the request (400): too vague.");
    assert_eq!(
        world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap().submissions[0].title,
        "Do it"
    );

    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Call { submission: id.clone() });
    world.settle(&id, response("j1", "active", None));
    let expected =
        [EventKind::Submitted, EventKind::Rejected { reason }, EventKind::Submitted, EventKind::Accepted];
    assert_eq!(world.kinds("j1"), expected);
}

#[test]
fn without_an_answer_the_outcome_is_unknown_and_nothing_is_resent() {
    let failures = [
        CallFailure::Timeout { limit_ms: 20_000 },
        CallFailure::Unreachable,
        response::read_failure(502, ("", ""), ""),
    ];
    for failure in failures {
        let mut world = World::new();
        let id = world.call(None, "Do it", Some("k"));
        assert!(matches!(world.settle(&id, Err(failure)), Settlement::Unknown(_)));
        assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }));
        assert!(!world.is_polled());
        let snapshot = world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap();
        assert!(matches!(snapshot.submissions[0].state, SubmissionState::Unknown { .. }));
        // The answer can still arrive late.
        world.settle(&id, response("j1", "active", None));
        assert_eq!(world.detail("j1").submissions[0].state, SubmissionState::Accepted);
    }
}

#[test]
fn an_interruption_leaves_the_outcome_unknown() {
    let dir = std::env::temp_dir().join(format!("docket-ledger-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("interrupted.sqlite");
    let _ = std::fs::remove_file(&path);
    let mut world = World::over(Sqlite::at(&path));
    world.create("j1");
    let polls = world.next_polls();
    assert_eq!(polls.len(), 1);
    world.call(None, "Do it", None);
    let World { now, ledger, .. } = world;
    drop(ledger);

    let ledger = Ledger::open(Sqlite::at(&path), SETTINGS, now).unwrap();
    let snapshot = ledger.reads().snapshot(&JobFilter::default(), now).unwrap();
    assert!(matches!(snapshot.submissions[0].state, SubmissionState::Unknown { .. }));
    assert_eq!(ledger.due_polls(now).unwrap(), polls, "the lost poll is due again");
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn an_exhausted_budget_rejects_with_a_retry_time() {
    let mut world = World::new();
    for n in 0..SETTINGS.agent_per_hour {
        world.create(&format!("j{n}"));
        world.pass(1000);
    }
    let SubmitDecision::Rejected { exhausted, .. } = world.submit(None, "One more", None) else { panic!() };
    let Exhausted { reason, retry_at } = exhausted;
    assert_eq!(reason.code, ProblemCode::BudgetExhausted);
    let retry_at = retry_at.unwrap();
    assert_eq!(retry_at, UnixMs(1_790_000_000_000 + 3_600_000));
    assert!(reason.error.contains("exhausted until 2026-09-21T15:13:20Z."), "{}", reason.error);
    assert_eq!(
        world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap().submissions[0].title,
        "One more"
    );
    world.now = retry_at;
    assert!(matches!(world.submit(None, "One more", None), SubmitDecision::Call { .. }));
    assert!(matches!(world.submit(None, "And another", None), SubmitDecision::Rejected { .. }));
}

#[test]
fn a_503_pauses_prompts_if_it_has_retry_after() {
    for (retry_after, pause_s) in [(Some("30"), Some(30)), (None, None)] {
        let mut world = World::new();
        let submission = world.call(None, "Update the quickstart", None);
        let outcome = world
            .settle(&submission, Err(response::read_failure(503, (retry_after.unwrap_or_default(), ""), "")));
        assert!(matches!(outcome, Settlement::Unknown(_)), "{outcome:?}");
        let until = pause_s.map(|pause_s: i64| world.now.plus_ms(pause_s * 1000));
        assert_eq!(world.ledger.pauses(world.now).unwrap().prompts_until, until);
    }
}

#[test]
fn a_429_pauses_prompts_for_its_retry_after() {
    let mut world = World::new();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(response::read_failure(429, ("30", ""), "")));
    world.pass(29_999);
    let SubmitDecision::Rejected { exhausted, .. } = world.submit(None, "Do it", None) else { panic!() };
    let Exhausted { reason, retry_at } = exhausted;
    assert_eq!((reason.code, retry_at), (ProblemCode::ServicePaused, Some(world.now.plus_ms(1))));
    assert!(reason.error.contains("asked Docket to wait until 20"), "{}", reason.error);
    world.pass(1);
    assert!(matches!(world.submit(None, "Do it", None), SubmitDecision::Call { .. }));
}

#[test]
fn a_person_can_end_a_pause() {
    let mut world = World::new();
    world.create("j1");
    let polls = world.next_polls();
    world.record_poll(&polls[0], Err(response::read_failure(429, ("1763740000", ""), "")));
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(response::read_failure(429, ("1763740000", ""), "")));
    let until = Some(world.now.plus_ms(3_600_000));
    let pauses = world.ledger.pauses(world.now).unwrap();
    assert_eq!((pauses.prompts_until, pauses.polls_until), (until, until));

    let source = RequestSource::new(None, None, "req_1".into());
    let action = AuditAction::ResumeJobs.into();
    let record = AuditRecord::new(Some(ada()), AuditCredential::Passphrase, source, action);
    world.ledger.end_pauses(world.now, &record).unwrap();
    assert_eq!(world.ledger.pauses(world.now).unwrap(), JobPauses::default());
    assert!(matches!(world.submit(None, "Now", None), SubmitDecision::Call { .. }));
    let paused_at = world.now;
    assert_eq!(world.next_polls()[0].job.as_str(), "j1");
    assert!(world.now.since_ms(paused_at) < 60_000, "{} ms", world.now.since_ms(paused_at));
}

#[test]
fn one_follow_up_is_in_flight_at_a_time_and_resumes_polling() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "completed", Some("https://code.example/pr/1")));
    assert!(!world.is_polled());
    let id = world.call(Some("j1"), "Shorter, please", None);
    assert_eq!(world.submit(Some("j1"), "And bolder", None), SubmitDecision::FollowUpInFlight);

    // The service has not started the follow-up, so its answer still says completed.
    world.settle(&id, response("j1", "completed", Some("https://code.example/pr/1")));
    assert_eq!(world.detail("j1").job.follow_ups, 1);
    world.poll(response("j1", "active", Some("https://code.example/pr/1")));
    assert_eq!(world.detail("j1").job.ended_at, None);
    world.poll(response("j1", "completed", Some("https://code.example/pr/1")));
    assert!(!world.is_polled());
    let statuses =
        world.kinds("j1").iter().filter(|kind| matches!(kind, EventKind::StatusChanged { .. })).count();
    assert_eq!(statuses, 3);
    let pull_requests =
        world.kinds("j1").iter().filter(|kind| matches!(kind, EventKind::PullRequest { .. })).count();
    assert_eq!(pull_requests, 1);
}

#[test]
fn a_follow_up_of_a_job_created_elsewhere_adds_the_job() {
    let mut world = World::new();
    let id = world.call(Some("theirs"), "Shorter, please", None);
    world.settle(&id, response("theirs", "active", None));
    assert_eq!(world.detail("theirs").submissions.len(), 1);
    assert!(world.is_polled());
}
