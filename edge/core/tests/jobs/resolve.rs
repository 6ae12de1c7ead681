//! What a person does about an unknown outcome, and about doubles.

use docket_core::jobs::{NewSubmission, StateConflict, SubmitDecision};
use docket_core::upstream::response::{CallFailure, read_failure};
use docket_wire::*;

use crate::world::{World, told};

fn bob() -> CallerName {
    CallerName("bob".into())
}

fn unknown_create(world: &mut World) -> SubmissionId {
    let id = world.call(None, "Do it", Some("k"));
    world.settle(&id, Err(CallFailure::Timeout { limit_ms: 1 }));
    id
}

#[test]
fn the_job_that_it_made_is_named() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    let told = told("j1", "completed", Some("https://code.example/pr/1")).unwrap();
    let resolved = world.ledger.resolve(&id, &told, &bob(), world.now).unwrap().unwrap();
    assert_eq!((resolved.state, resolved.job.unwrap().as_str()), (SubmissionState::Accepted, "j1"));
    let detail = world.detail("j1");
    assert_eq!(detail.job.author, Some(CallerName("ada".into())), "the prompt is still hers");
    let by_bob = detail.events.iter().find(|event| event.what == EventKind::Matched).unwrap();
    assert_eq!(by_bob.author, Some(bob()));
    assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Replayed { .. }));
    assert!(matches!(
        world.ledger.resolve(&id, &told, &bob(), world.now).unwrap(),
        Err(StateConflict::State(_))
    ));
}

#[test]
fn it_is_sent_again_when_a_person_says_so_and_only_then() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }));
    let again = world.ledger.send_again(&id, &bob(), world.now).unwrap().unwrap();
    assert_eq!(again, SubmitDecision::Call { submission: id.clone() });
    world.settle(&id, told("j1", "active", None));
    let kinds = world.kinds("j1");
    assert!(kinds.contains(&EventKind::Resent) && kinds.last() == Some(&EventKind::Accepted), "{kinds:?}");
}

#[test]
fn it_is_discarded_with_its_text_kept() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    assert_eq!(world.ledger.open_submissions().unwrap().len(), 1);
    assert_eq!(world.ledger.discard(&id, &bob(), world.now).unwrap().unwrap().prompt, "Do it");
    assert_eq!(world.ledger.open_submissions().unwrap(), []);
    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Discarded { submission: id.clone() });
    assert!(matches!(world.ledger.send_again(&id, &bob(), world.now).unwrap(), Err(StateConflict::State(_))));
}

#[test]
fn a_refused_one_can_be_sent_again_too() {
    let mut world = World::new();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(read_failure(429, Some("1"), "")));
    assert!(matches!(
        world.ledger.send_again(&id, &bob(), world.now).unwrap().unwrap(),
        SubmitDecision::Rejected { .. }
    ));
    world.pass(1_000);
    assert!(matches!(
        world.ledger.send_again(&id, &bob(), world.now).unwrap().unwrap(),
        SubmitDecision::Call { .. }
    ));
}

#[test]
fn a_follow_up_reached_its_own_job_or_none() {
    let mut world = World::new();
    world.create("j1");
    let id = world.call(Some("j1"), "And then", None);
    world.settle(&id, Err(CallFailure::Unreachable));
    let other = told("j2", "active", None).unwrap();
    assert_eq!(world.ledger.resolve(&id, &other, &bob(), world.now).unwrap(), Err(StateConflict::OtherJob));
    let own = told("j1", "active", None).unwrap();
    world.ledger.resolve(&id, &own, &bob(), world.now).unwrap().unwrap();
    assert_eq!(world.detail("j1").job.follow_ups, 1);
}

#[test]
fn what_the_ledger_does_not_have_cannot_be_resolved() {
    let world = World::new();
    let id: SubmissionId = "nothing".parse().unwrap();
    let told = told("j1", "active", None).unwrap();
    assert_eq!(
        world.ledger.resolve(&id, &told, &bob(), world.now).unwrap(),
        Err(StateConflict::UnknownSubmission)
    );
    assert_eq!(
        world.ledger.send_again(&id, &bob(), world.now).unwrap(),
        Err(StateConflict::UnknownSubmission)
    );
    assert_eq!(world.ledger.discard(&id, &bob(), world.now).unwrap(), Err(StateConflict::UnknownSubmission));
}

#[test]
fn two_quick_equal_prompts_bring_a_question_not_a_second_job() {
    let mut world = World::new();
    let new = |id: &str, author: &str, is_confirmed| NewSubmission {
        id: id.parse().unwrap(),
        job: None,
        prompt: "Do it".into(),
        author: CallerName(author.into()),
        idempotency_key: None,
        is_confirmed,
    };
    let submit = |world: &World, new| world.ledger.submit(&new, world.now).unwrap();
    assert!(matches!(submit(&world, new("a", "ada", false)), SubmitDecision::Call { .. }));
    world.pass(100_000);
    let expected = SubmitDecision::PossibleDuplicate { submission: "a".parse().unwrap(), job: None };
    assert_eq!(submit(&world, new("b", "ada", false)), expected);
    assert!(matches!(submit(&world, new("c", "bob", false)), SubmitDecision::Call { .. }), "another person");
    assert!(matches!(submit(&world, new("d", "ada", true)), SubmitDecision::Call { .. }), "it is meant");
    world.pass(120_000);
    assert!(matches!(submit(&world, new("e", "ada", false)), SubmitDecision::Call { .. }), "long after");
}

#[test]
fn a_refusal_of_the_second_try_says_nothing_about_the_first() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    world.ledger.send_again(&id, &bob(), world.now).unwrap().unwrap();
    world.settle(&id, Err(read_failure(429, Some("1"), "")));
    world.pass(2_000);
    assert!(
        matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }),
        "not sent by itself"
    );
    assert!(matches!(world.ledger.open_submissions().unwrap()[0].state, SubmissionState::Unknown { .. }));
}
