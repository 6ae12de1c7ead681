//! What a person does about an unknown outcome, and about duplicates.

use docket_core::jobs::{NewSubmission, StateConflict, SubmissionChange, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::{ServiceJob, read_failure};
use docket_wire::*;

use crate::world::{SETTINGS, World, import_into, job, response};

fn bob() -> CallerName {
    CallerName("bob".into())
}

fn match_to(world: &World, id: &SubmissionId, response: &ServiceJob) -> Result<Submission, StateConflict> {
    let seen = world.ledger.reads().job_revision(&response.job.id).unwrap();
    world.ledger.match_submission(id, response, seen, &bob(), world.now).unwrap()
}

fn unknown_create(world: &mut World) -> SubmissionId {
    let id = world.call(None, "Do it", Some("k"));
    world.settle(&id, Err(CallFailure::Timeout { limit_ms: 1 }));
    id
}

#[test]
fn an_unknown_create_is_matched_to_its_job() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    let response = response("j1", "completed", Some("https://code.example/pr/1")).unwrap();
    let matched = match_to(&world, &id, &response).unwrap();
    assert_eq!((matched.state, matched.job.unwrap().as_str()), (SubmissionState::Accepted, "j1"));
    let detail = world.detail("j1");
    assert_eq!(detail.job.author, Some(CallerName("ada".into())), "the prompt keeps its author");
    let by_bob = detail.events.iter().find(|event| event.what == EventKind::Matched).unwrap();
    assert_eq!(by_bob.author, Some(bob()));
    assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Replayed { .. }));
    assert!(matches!(match_to(&world, &id, &response), Err(StateConflict::State { .. })));
}

#[test]
fn a_matched_job_began_when_its_prompt_was_sent() {
    for is_imported in [false, true] {
        let mut world = World::new();
        let id = unknown_create(&mut world);
        world.now = world.now.plus_ms(600_000);
        let active = response("j1", "active", None).unwrap();
        if is_imported {
            import_into(&world.ledger, &active, &bob(), world.now);
        }
        match_to(&world, &id, &active).unwrap();
        world.now = world.now.plus_ms(60_000);
        world.poll(response("j1", "completed", None));
        let JobsStatus { durations, .. } = world.ledger.status(0, world.now).unwrap();
        assert_eq!(durations.learned_from, 1);
        assert!((600_000..=660_000).contains(&durations.median_ms.unwrap()), "{durations:?}");
    }
}

#[test]
fn only_a_person_can_resend_an_unknown_submission() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    assert!(matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }));
    let again = world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap();
    assert_eq!(again, SubmitDecision::Call { submission: id.clone() });
    world.settle(&id, response("j1", "active", None));
    let kinds = world.kinds("j1");
    assert!(kinds.contains(&EventKind::Resent) && kinds.last() == Some(&EventKind::Accepted), "{kinds:?}");
}

#[test]
fn a_discarded_submission_keeps_its_prompt() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    assert_eq!(world.open_submissions().len(), 1);
    assert_eq!(world.ledger.discard(&id, &bob(), world.now).unwrap().unwrap().title, "Do it");
    assert_eq!(world.open_submissions(), []);
    assert_eq!(world.submit(None, "Do it", Some("k")), SubmitDecision::Discarded { submission: id.clone() });
    assert!(matches!(world.ledger.resend(&id, &bob(), world.now).unwrap(), Err(StateConflict::State { .. })));
}

#[test]
fn a_rejected_submission_can_be_resent() {
    let mut world = World::new();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(read_failure(429, ("1", ""), "")));
    assert!(matches!(
        world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap(),
        SubmitDecision::Exhausted(_)
    ));
    world.pass(1_000);
    assert!(matches!(
        world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap(),
        SubmitDecision::Call { .. }
    ));
}

#[test]
fn a_follow_up_is_matched_to_its_own_job_only() {
    let mut world = World::new();
    world.create("j1");
    let id = world.call(Some("j1"), "And then", None);
    world.settle(&id, Err(CallFailure::Unreachable));
    let other = response("j2", "active", None).unwrap();
    assert_eq!(match_to(&world, &id, &other), Err(StateConflict::OtherJob));
    let own = response("j1", "active", None).unwrap();
    match_to(&world, &id, &own).unwrap();
    assert_eq!(world.detail("j1").job.follow_ups, 1);
}

#[test]
fn what_cannot_be_matched_is_known_before_the_job_is_requested() {
    let mut world = World::new();
    world.create("j1");
    let check =
        |world: &World, id: &SubmissionId, job_id| world.ledger.check_match(id, &job(job_id)).unwrap();
    let none = "nothing".parse().unwrap();
    assert_eq!(check(&world, &none, "j1"), Err(StateConflict::UnknownSubmission));
    let create = world.call(None, "Do it", None);
    assert_eq!(
        check(&world, &create, "j2"),
        Err(StateConflict::State { change: SubmissionChange::Match, state: SubmissionState::Sending })
    );
    world.settle(&create, Err(CallFailure::Unreachable));
    assert_eq!(check(&world, &create, "j1"), Err(StateConflict::JobHasCreate));
    assert_eq!(check(&world, &create, "j2"), Ok(()));
    let follow_up = world.call(Some("j1"), "And then", None);
    world.settle(&follow_up, Err(CallFailure::Unreachable));
    assert_eq!(check(&world, &follow_up, "j2"), Err(StateConflict::OtherJob));
    assert_eq!(check(&world, &follow_up, "j1"), Ok(()));
}

#[test]
fn an_unknown_submission_id_is_a_conflict() {
    let world = World::new();
    let id: SubmissionId = "nothing".parse().unwrap();
    let response = response("j1", "active", None).unwrap();
    assert_eq!(match_to(&world, &id, &response), Err(StateConflict::UnknownSubmission));
    assert_eq!(world.ledger.resend(&id, &bob(), world.now).unwrap(), Err(StateConflict::UnknownSubmission));
    assert_eq!(world.ledger.discard(&id, &bob(), world.now).unwrap(), Err(StateConflict::UnknownSubmission));
}

#[test]
fn an_equal_prompt_soon_after_is_a_possible_duplicate() {
    let mut world = World::new();
    let new = |id: &str, author: &str, is_confirmed| NewSubmission {
        id: id.parse().unwrap(),
        job: None,
        prompt: "Do it".into(),
        author: CallerName(author.into()),
        idempotency_key: None,
        is_confirmed,
        labels: Vec::new(),
    };
    let submit = |world: &World, new| world.ledger.submit(&new, world.now).unwrap();
    assert!(matches!(submit(&world, new("a", "ada", false)), SubmitDecision::Call { .. }));
    world.pass(100_000);
    let expected = SubmitDecision::PossibleDuplicate { submission: "a".parse().unwrap() };
    assert_eq!(submit(&world, new("b", "ada", false)), expected);
    assert!(matches!(submit(&world, new("c", "bob", false)), SubmitDecision::Call { .. }), "another person");
    assert!(matches!(submit(&world, new("d", "ada", true)), SubmitDecision::Call { .. }), "confirmed");
    world.pass(120_000);
    assert!(matches!(submit(&world, new("e", "ada", false)), SubmitDecision::Call { .. }), "long after");
}

#[test]
fn a_rejected_resend_leaves_the_outcome_unknown() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    let evidence = world.open_submissions()[0].state.clone();
    world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap();
    world.settle(&id, Err(read_failure(429, ("1", ""), "")));
    assert_eq!(world.open_submissions()[0].state, evidence, "the reason is that of the lost answer");
    world.pass(2_000);
    assert!(
        matches!(world.submit(None, "Do it", Some("k")), SubmitDecision::Unknown { .. }),
        "not resent automatically"
    );
    assert!(matches!(world.open_submissions()[0].state, SubmissionState::Unknown { .. }));
}

#[test]
fn resending_at_the_limit_changes_nothing() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    for n in 1..SETTINGS.agent_per_hour {
        world.create(&format!("j{n}"));
    }
    let (before, revision) = (world.open_submissions(), world.ledger.revision().unwrap());
    let SubmitDecision::Exhausted(exhausted) = world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap()
    else {
        panic!()
    };
    assert_eq!((world.open_submissions(), world.ledger.revision().unwrap()), (before, revision));
    world.now = exhausted.retry_at.unwrap();
    let again = world.ledger.resend(&id, &bob(), world.now).unwrap().unwrap();
    assert_eq!(again, SubmitDecision::Call { submission: id });
}

#[test]
fn a_follow_up_is_not_resent_while_another_one_of_its_job_is_being_sent() {
    let mut world = World::new();
    world.create("j1");
    let lost = world.call(Some("j1"), "And then", None);
    world.settle(&lost, Err(CallFailure::Unreachable));
    let sending = world.call(Some("j1"), "And bolder", None);
    let revision = world.ledger.revision().unwrap();
    let resend = |world: &World| world.ledger.resend(&lost, &bob(), world.now).unwrap().unwrap();
    assert_eq!(resend(&world), SubmitDecision::FollowUpInFlight);
    assert_eq!(world.ledger.revision().unwrap(), revision);
    world.settle(&sending, response("j1", "active", None));
    assert_eq!(resend(&world), SubmitDecision::Call { submission: lost.clone() });
}

#[test]
fn a_job_is_matched_to_one_create() {
    let mut world = World::new();
    let first = unknown_create(&mut world);
    let second = world.call(None, "Do it too", None);
    world.settle(&second, Err(CallFailure::Unreachable));
    let made = response("j1", "active", None).unwrap();
    match_to(&world, &first, &made).unwrap();
    let refused = match_to(&world, &second, &made);
    assert_eq!(refused, Err(StateConflict::JobHasCreate));
    assert_eq!(world.detail("j1").job.title.as_deref(), Some("Do it"));
    assert!(matches!(world.open_submissions()[0].state, SubmissionState::Unknown { .. }));
    // A job that was created elsewhere and imported has no create yet.
    let imported = response("j2", "active", None).unwrap();
    import_into(&world.ledger, &imported, &bob(), world.now);
    match_to(&world, &second, &imported).unwrap();
}

#[test]
fn the_key_of_a_matched_prompt_gets_the_answer_that_named_its_job() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    let named = response("j1", "completed", None).unwrap();
    match_to(&world, &id, &named).unwrap();
    let SubmitDecision::Replayed { answer, .. } = world.submit(None, "Do it", Some("k")) else { panic!() };
    assert_eq!((answer.status, answer.body), (200, named.body));
}

#[test]
fn a_match_does_not_undo_what_was_learned_while_its_job_was_requested() {
    let mut world = World::new();
    let id = unknown_create(&mut world);
    let active = response("j1", "active", None).unwrap();
    import_into(&world.ledger, &active, &bob(), world.now);
    let seen = world.ledger.reads().job_revision(&active.job.id).unwrap();
    world.poll(response("j1", "completed", None));
    world.ledger.match_submission(&id, &active, seen, &bob(), world.now).unwrap().unwrap();
    let job = world.detail("j1").job;
    assert_eq!((job.status, job.title.as_deref()), (JobStatus::Completed, Some("Do it")));
    assert_eq!(world.open_submissions(), []);
}
