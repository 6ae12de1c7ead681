//! Follow-ups that wait for their turn.

use docket_core::jobs::{NewSubmission, StateConflict, SubmitDecision};
use docket_core::upstream::response::CallFailure;
use docket_wire::*;

use crate::world::{LIMITS, World, job, told};

fn prompts(released: &[Submission]) -> Vec<&str> {
    released.iter().map(|submission| submission.prompt.as_str()).collect()
}

#[test]
fn they_go_out_in_order_each_when_the_job_rests() {
    let mut world = World::new();
    world.create("j1");
    world.queue("j1", "first");
    world.queue("j1", "second");
    assert_eq!(world.release(), [], "the job is at work");
    world.look(told("j1", "completed", None));
    let released = world.release();
    assert_eq!(prompts(&released), ["first"]);
    assert_eq!(world.release(), [], "one at a time");
    world.settle(&released[0].id, told("j1", "active", None));
    assert_eq!(world.release(), [], "it works on the first");
    world.look(told("j1", "completed", None));
    assert_eq!(prompts(&world.release()), ["second"]);
}

#[test]
fn on_a_job_that_rests_a_follow_up_goes_out_at_once() {
    let mut world = World::new();
    world.create("j1");
    world.look(told("j1", "failed", None));
    world.queue("j1", "try again");
    assert_eq!(world.ledger.next_wake(world.now).unwrap(), Some(world.now));
    assert_eq!(prompts(&world.release()), ["try again"]);
}

#[test]
fn one_of_unknown_outcome_holds_the_others_until_somebody_decides() {
    let mut world = World::new();
    world.create("j1");
    world.look(told("j1", "completed", None));
    world.queue("j1", "first");
    world.queue("j1", "second");
    let first = world.release().remove(0).id;
    world.settle(&first, Err(CallFailure::Timeout { limit_ms: 1 }));
    while world.is_watched() {
        world.look(told("j1", "completed", None));
    }
    assert_eq!(world.release(), []);
    world.ledger.discard(&first, &CallerName("ada".into()), world.now).unwrap().unwrap();
    assert_eq!(prompts(&world.release()), ["second"]);
}

#[test]
fn waiting_ones_can_be_written_anew_and_taken_back_and_others_not() {
    let mut world = World::new();
    let ada = CallerName("ada".into());
    world.create("j1");
    let first = world.queue("j1", "first");
    let second = world.queue("j1", "second");
    let edited =
        world.ledger.edit(&first, &Prompt { prompt: "better".into() }, &ada, world.now).unwrap().unwrap();
    assert_eq!(edited.prompt, "better");
    let back = world.ledger.discard(&second, &ada, world.now).unwrap().unwrap();
    assert_eq!((back.prompt.as_str(), back.state), ("second", SubmissionState::Discarded));
    world.look(told("j1", "completed", None));
    assert_eq!(prompts(&world.release()), ["better"]);
    let sending = StateConflict::State(SubmissionState::Sending);
    assert_eq!(
        world.ledger.edit(&first, &Prompt { prompt: "x".into() }, &ada, world.now).unwrap(),
        Err(sending.clone())
    );
    assert_eq!(world.ledger.discard(&first, &ada, world.now).unwrap(), Err(sending));
    let what: Vec<EventKind> = world.kinds("j1");
    for expected in [EventKind::Queued, EventKind::Edited, EventKind::Discarded] {
        assert!(what.contains(&expected), "{expected:?}");
    }
}

#[test]
fn ten_may_wait_and_the_budget_only_delays_them() {
    let mut world = World::new();
    world.create("j1");
    world.look(told("j1", "completed", None));
    for _ in 1..LIMITS.agent_per_hour {
        world.create("other");
    }
    for n in 0..10 {
        world.queue("j1", &format!("{n}"));
    }
    let new = NewSubmission {
        id: "sub_x".parse().unwrap(),
        job: Some(job("j1")),
        prompt: "one more".into(),
        author: CallerName("ada".into()),
        idempotency_key: None,
        is_confirmed: true,
    };
    assert_eq!(world.ledger.queue(&new, &job("j1"), world.now).unwrap(), SubmitDecision::QueueFull);
    assert_eq!(world.ledger.queue(&new, &job("nowhere"), world.now).unwrap(), SubmitDecision::UnknownJob);
    assert_eq!(world.release(), []);
    world.pass(3_600_000);
    assert_eq!(prompts(&world.release()), ["0"]);
}

#[test]
fn a_job_that_nobody_watches_is_watched_again_for_what_waits() {
    let mut world = World::new();
    world.create("j1");
    let unwatch = JobPatch { polling: Some(false), ..JobPatch::default() };
    world.ledger.patch(&job("j1"), &unwatch, &CallerName("ada".into()), world.now).unwrap();
    assert!(!world.is_watched());
    world.queue("j1", "go on");
    world.look(told("j1", "completed", None));
    assert_eq!(prompts(&world.release()), ["go on"]);
}
