//! Prompts: kept before they are sent, sent once.

use docket_core::jobs::{Ledger, Settled, SubmitDecision};
use docket_core::upstream::response::{self, CallFailure};
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::world::{LIMITS, World, told};

#[test]
fn a_prompt_is_in_the_ledger_before_the_service_is_called() {
    let mut world = World::new();
    let id = world.call(None, "\n  Update the quickstart \nfor SDK 4", None);
    let snapshot = world.ledger.snapshot(&JobFilter::default(), world.now).unwrap();
    assert_eq!(snapshot.submissions[0].id, id);
    assert_eq!(snapshot.submissions[0].state, SubmissionState::Sending);
    assert_eq!(snapshot.submissions[0].prompt, "\n  Update the quickstart \nfor SDK 4");

    world.settle(&id, told("j1", "active", None));
    let snapshot = world.ledger.snapshot(&JobFilter::default(), world.now).unwrap();
    assert_eq!(snapshot.submissions, []);
    assert_eq!(snapshot.jobs[0].title.as_deref(), Some("Update the quickstart"));
    assert_eq!(snapshot.jobs[0].author, Some(CallerName("ada".into())));
    assert_eq!(world.kinds("j1"), [EventKind::Submitted, EventKind::Accepted]);
}

#[test]
fn the_same_key_gets_the_same_answer_and_no_second_call() {
    let mut world = World::new();
    let id = world.call(None, "Do it", Some("k"));
    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::UnderWay { submission: id.clone() });
    let Settled::Accepted(answer) = world.settle(&id, told("j1", "active", None)) else { panic!() };
    assert_eq!(
        world.submit(None, "Do it", Some("k")),
        SubmitDecision::Replayed { submission: id.clone(), answer }
    );
    assert_eq!(world.submit(None, "Do something else", Some("k")), SubmitDecision::KeyReused);
    assert_eq!(world.submit(Some("j1"), "Do it", Some("k")), SubmitDecision::KeyReused);
    assert!(matches!(world.submit(None, "Do it", Some("k2")), SubmitDecision::Call { .. }));
}

#[test]
fn a_refused_prompt_is_kept_and_its_key_may_try_again() {
    let mut world = World::new();
    let id = world.call(None, "Do it", Some("k"));
    let refused = world.settle(&id, Err(response::read_failure(400, None, r#"{"error":"too vague"}"#)));
    let Settled::Rejected(failure) = refused else { panic!() };
    let reason = failure.fault();
    assert_eq!(reason.error, "The documentation service rejected the request (400): too vague.");
    assert_eq!(
        world.ledger.snapshot(&JobFilter::default(), world.now).unwrap().submissions[0].prompt,
        "Do it"
    );

    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Call { submission: id.clone() });
    world.settle(&id, told("j1", "active", None));
    let expected =
        [EventKind::Submitted, EventKind::Rejected { reason }, EventKind::Submitted, EventKind::Accepted];
    assert_eq!(world.kinds("j1"), expected);
}

#[test]
fn without_an_answer_the_outcome_is_unknown_and_nothing_is_sent_again() {
    let failures = [
        CallFailure::Timeout { limit_ms: 20_000 },
        CallFailure::Unreachable,
        response::read_failure(502, None, ""),
    ];
    for failure in failures {
        let mut world = World::new();
        let id = world.call(None, "Do it", Some("k"));
        assert!(matches!(world.settle(&id, Err(failure)), Settled::Unknown(_)));
        assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }));
        assert!(!world.is_watched());
        let snapshot = world.ledger.snapshot(&JobFilter::default(), world.now).unwrap();
        assert!(matches!(snapshot.submissions[0].state, SubmissionState::Unknown { .. }));
        // The answer may come late after all.
        world.settle(&id, told("j1", "active", None));
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
    let looks = world.next_looks();
    assert_eq!(looks.len(), 1);
    world.call(None, "Do it", None);
    let World { now, ledger, .. } = world;
    drop(ledger);

    let ledger = Ledger::open(Sqlite::at(&path), LIMITS, now).unwrap();
    let snapshot = ledger.snapshot(&JobFilter::default(), now).unwrap();
    assert!(matches!(snapshot.submissions[0].state, SubmissionState::Unknown { .. }));
    assert_eq!(ledger.due(now).unwrap(), looks, "the look that was lost is made again");
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn the_budget_refuses_and_says_when_to_come_back() {
    let mut world = World::new();
    for n in 0..LIMITS.agent_per_hour {
        world.create(&format!("j{n}"));
        world.pass(1000);
    }
    let SubmitDecision::Rejected { reason, retry_at, .. } = world.submit(None, "One more", None) else {
        panic!()
    };
    assert_eq!(reason.code, ProblemCode::BudgetExhausted);
    let retry_at = retry_at.unwrap();
    assert_eq!(retry_at, UnixMs(1_790_000_000_000 + 3_600_000));
    assert_eq!(
        world.ledger.snapshot(&JobFilter::default(), world.now).unwrap().submissions[0].prompt,
        "One more"
    );
    world.now = retry_at;
    assert!(matches!(world.submit(None, "One more", None), SubmitDecision::Call { .. }));
    assert!(matches!(world.submit(None, "And another", None), SubmitDecision::Rejected { .. }));
}

#[test]
fn a_429_holds_further_prompts_back_for_as_long_as_it_says() {
    let mut world = World::new();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(response::read_failure(429, Some("30"), "")));
    world.pass(29_999);
    assert!(matches!(world.submit(None, "Do it", None), SubmitDecision::Rejected { .. }));
    world.pass(1);
    assert!(matches!(world.submit(None, "Do it", None), SubmitDecision::Call { .. }));
}

#[test]
fn one_follow_up_at_a_time_and_it_wakes_the_job() {
    let mut world = World::new();
    world.create("j1");
    world.look(told("j1", "completed", Some("https://code.example/pr/1")));
    assert!(!world.is_watched());
    let id = world.call(Some("j1"), "Shorter, please", None);
    assert_eq!(world.submit(Some("j1"), "And bolder", None), SubmitDecision::FollowUpInFlight);

    // The service has not begun with it, so its answer still says completed.
    world.settle(&id, told("j1", "completed", Some("https://code.example/pr/1")));
    assert_eq!(world.detail("j1").job.follow_ups, 1);
    world.look(told("j1", "active", Some("https://code.example/pr/1")));
    assert_eq!(world.detail("j1").job.ended_at, None);
    world.look(told("j1", "completed", Some("https://code.example/pr/1")));
    assert!(!world.is_watched());
    let statuses =
        world.kinds("j1").iter().filter(|kind| matches!(kind, EventKind::StatusChanged { .. })).count();
    assert_eq!(statuses, 3);
    let pull_requests =
        world.kinds("j1").iter().filter(|kind| matches!(kind, EventKind::PullRequest { .. })).count();
    assert_eq!(pull_requests, 1);
}

#[test]
fn a_follow_up_to_a_job_made_elsewhere_brings_it_in() {
    let mut world = World::new();
    let id = world.call(Some("theirs"), "Shorter, please", None);
    world.settle(&id, told("theirs", "active", None));
    assert_eq!(world.detail("theirs").submissions.len(), 1);
    assert!(world.is_watched());
}
