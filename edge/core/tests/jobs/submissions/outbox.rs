//! Queued follow-ups.

use docket_core::jobs::{NewSubmission, StateConflict, SubmissionChange, SubmissionRow, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_failure;
use docket_wire::*;

use crate::world::{SETTINGS, World, ada, job, response};

fn prompts(released: &[SubmissionRow]) -> Vec<&str> {
    released.iter().map(|submission| submission.prompt.text().unwrap()).collect()
}

/// A world with the job `j1`, which is completed.
fn with_idle_job() -> World {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "completed", None));
    world
}

/// Polls the job `j1`, which is completed, until nothing polls it any more.
fn poll_to_end(world: &mut World) {
    while world.is_polled() {
        world.poll(response("j1", "completed", None));
    }
}

#[test]
fn queued_follow_ups_are_sent_in_order_each_when_the_job_is_idle() {
    let mut world = World::new();
    world.create("j1");
    world.queue("j1", "first");
    world.queue("j1", "second");
    assert_eq!(world.release_queued(), [], "the job is active");
    world.poll(response("j1", "completed", None));
    let released = world.release_queued();
    assert_eq!(prompts(&released), ["first"]);
    assert_eq!(world.release_queued(), [], "one at a time");
    world.settle(&released[0].id, response("j1", "active", None));
    assert_eq!(world.release_queued(), [], "the first is active");
    world.poll(response("j1", "completed", None));
    assert_eq!(prompts(&world.release_queued()), ["second"]);
}

#[test]
fn a_rejected_follow_up_that_is_queued_again_keeps_its_place() {
    let mut world = with_idle_job();
    let new = |id: &str, prompt: &str, key: &str| NewSubmission {
        id: id.parse().unwrap(),
        job: Some(job("j1")),
        prompt: prompt.into(),
        author: ada(),
        idempotency_key: Some(key.into()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    let queue = |world: &World, new: &NewSubmission| world.ledger.queue(new, &job("j1"), world.now).unwrap();
    let (first, second) = (new("a", "first", "k"), new("b", "second", "l"));
    queue(&world, &first);
    let released = world.release_queued();
    world.settle(&released[0].id, Err(read_failure(400, ("", ""), "")));
    world.pass(1000);
    queue(&world, &second);
    world.pass(1000);
    queue(&world, &first);
    // The conversation shows a prompt where it was queued first.
    let events = world.detail("j1").events;
    let begin =
        |id: &NewSubmission| events.iter().position(|event| event.submission.as_ref() == Some(&id.id));
    assert!(begin(&first) < begin(&second), "{events:?}");
    assert_eq!(prompts(&world.release_queued()), ["first"]);
}

#[test]
fn a_follow_up_of_an_idle_job_is_sent_at_once() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "failed", None));
    world.queue("j1", "try again");
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), Some(world.now));
    assert_eq!(prompts(&world.release_queued()), ["try again"]);
}

#[test]
fn an_unknown_outcome_holds_the_queue_until_a_person_decides() {
    let mut world = with_idle_job();
    world.queue("j1", "first");
    world.queue("j1", "second");
    let first = world.release_queued().remove(0).id;
    world.settle(&first, Err(CallFailure::Timeout { limit_ms: 1 }));
    poll_to_end(&mut world);
    assert_eq!(world.release_queued(), []);
    world.ledger.discard(&first, &CallerName("ada".into()), world.now).unwrap().unwrap();
    assert_eq!(prompts(&world.release_queued()), ["second"]);
}

#[test]
fn a_throttled_follow_up_is_queued_again_and_keeps_its_place() {
    let mut world = with_idle_job();
    world.queue("j1", "first");
    world.queue("j1", "second");
    let before = world.prompts_left();
    let first = world.release_queued().remove(0).id;
    assert_eq!(world.prompts_left(), before - 1);
    world.settle(&first, Err(read_failure(429, ("120", ""), "")));
    let states: Vec<_> = world.open_submissions().into_iter().map(|open| open.state).collect();
    assert_eq!(states, [SubmissionState::Queued, SubmissionState::Queued]);
    assert_eq!(world.kinds("j1").last(), Some(&EventKind::Queued));
    assert_eq!(world.release_queued(), [], "the service asked for a pause");
    world.pass(120_000);
    assert_eq!(world.prompts_left(), before, "the service did not take the prompt");
    let released = world.release_queued();
    assert_eq!(prompts(&released), ["first"]);
    world.settle(&released[0].id, response("j1", "completed", None));
    poll_to_end(&mut world);
    assert_eq!(prompts(&world.release_queued()), ["second"]);
}

#[test]
fn a_follow_up_that_a_person_sends_is_rejected_if_the_service_throttles_it() {
    let mut world = with_idle_job();
    let first = world.queue("j1", "first");
    world.release_queued();
    world.settle(&first, Err(read_failure(400, ("", ""), "")));
    world.ledger.resend(&first, &ada(), world.now).unwrap().unwrap();
    world.settle(&first, Err(read_failure(429, ("1", ""), "")));
    let state = world.ledger.reads().submission(&first).unwrap().unwrap().state;
    assert!(matches!(state, SubmissionState::Rejected { .. }), "{state:?}");
}

#[test]
fn a_rejected_follow_up_holds_those_behind_it_until_a_person_decides() {
    let decisions: [fn(&World, &SubmissionId, &SubmissionId); 3] = [
        |world, rejected, _| drop(world.ledger.discard(rejected, &ada(), world.now).unwrap().unwrap()),
        |world, rejected, _| {
            world.ledger.resend(rejected, &ada(), world.now).unwrap().unwrap();
            world.settle(rejected, response("j1", "completed", None));
        },
        |world, _, behind| {
            let prompt = Prompt { prompt: "second, by itself".into() };
            world.ledger.edit(behind, &prompt, &ada(), world.now).unwrap().unwrap();
        },
    ];
    for decide in decisions {
        let mut world = with_idle_job();
        world.queue("j1", "first");
        let second = world.queue("j1", "second");
        let first = world.release_queued().remove(0).id;
        world.settle(&first, Err(read_failure(401, ("", ""), "")));
        assert_eq!(world.release_queued(), []);
        world.queue("j1", "third");
        assert_eq!(world.release_queued(), [], "it comes after the second");
        decide(&world, &first, &second);
        poll_to_end(&mut world);
        assert!(prompts(&world.release_queued())[0].starts_with("second"));
    }
}

#[test]
fn a_rejected_follow_up_of_a_program_that_holds_others_is_not_purged() {
    let mut world = with_idle_job();
    let first = world.queue_as("token:ci", "j1", "first");
    let second = world.queue("j1", "second");
    world.release_queued();
    world.settle(&first, Err(read_failure(400, ("", ""), "")));
    world.pass(8 * 24 * 3_600_000);
    let reject_another = |world: &mut World| {
        let SubmitDecision::Call { submission } = world.submit_as("token:ci", None, "Do it", None) else {
            panic!()
        };
        world.settle(&submission, Err(read_failure(400, ("", ""), "")));
    };
    reject_another(&mut world);
    assert!(world.ledger.reads().submission(&first).unwrap().is_some());
    assert_eq!(world.release_queued(), [], "nobody has decided yet");
    world.ledger.discard(&second, &ada(), world.now).unwrap().unwrap();
    reject_another(&mut world);
    assert_eq!(world.ledger.reads().submission(&first).unwrap(), None, "it holds nothing any more");
}

#[test]
fn a_follow_up_that_is_queued_after_a_rejection_does_not_wait_for_it() {
    let mut world = with_idle_job();
    let first = world.queue("j1", "first");
    world.release_queued();
    world.settle(&first, Err(read_failure(400, ("", ""), "")));
    world.queue("j1", "second");
    assert_eq!(prompts(&world.release_queued()), ["second"], "its author knows of the rejection");
}

#[test]
fn only_queued_follow_ups_can_be_edited_and_cancelled() {
    let mut world = World::new();
    let ada = CallerName("ada".into());
    world.create("j1");
    let first = world.queue("j1", "first");
    let second = world.queue("j1", "second");
    let edited =
        world.ledger.edit(&first, &Prompt { prompt: "better".into() }, &ada, world.now).unwrap().unwrap();
    assert_eq!(edited.prompt.as_deref(), Some("better"));
    let cancelled = world.ledger.discard(&second, &ada, world.now).unwrap().unwrap();
    assert_eq!((cancelled.prompt.as_deref(), cancelled.state), (Some("second"), SubmissionState::Discarded));
    world.poll(response("j1", "completed", None));
    assert_eq!(prompts(&world.release_queued()), ["better"]);
    let sending = |change| StateConflict::State { change, state: SubmissionState::Sending };
    assert_eq!(
        world.ledger.edit(&first, &Prompt { prompt: "x".into() }, &ada, world.now).unwrap(),
        Err(sending(SubmissionChange::Edit))
    );
    assert_eq!(
        world.ledger.discard(&first, &ada, world.now).unwrap(),
        Err(sending(SubmissionChange::Discard))
    );
    let what: Vec<EventKind> = world.kinds("j1");
    for expected in [EventKind::Queued, EventKind::Edited, EventKind::Discarded] {
        assert!(what.contains(&expected), "{expected:?}");
    }
}

#[test]
fn ten_follow_ups_can_be_queued_and_the_budget_only_delays_them() {
    let mut world = with_idle_job();
    for _ in 1..SETTINGS.agent_per_hour {
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
        labels: Vec::new(),
    };
    assert_eq!(world.ledger.queue(&new, &job("j1"), world.now).unwrap(), SubmitDecision::QueueFull);
    assert_eq!(world.ledger.queue(&new, &job("nowhere"), world.now).unwrap(), SubmitDecision::UnknownJob);
    assert_eq!(world.release_queued(), []);
    world.pass(3_600_000);
    assert_eq!(prompts(&world.release_queued()), ["0"]);
}

#[test]
fn a_queued_follow_up_resumes_stopped_polling() {
    let mut world = World::new();
    world.create("j1");
    let stop = JobPatch { polling: Some(false), ..JobPatch::default() };
    world.ledger.patch(&job("j1"), &stop, &CallerName("ada".into()), world.now).unwrap().unwrap();
    assert!(!world.is_polled());
    world.queue("j1", "go on");
    world.poll(response("j1", "completed", None));
    assert_eq!(prompts(&world.release_queued()), ["go on"]);
}

#[test]
fn the_key_of_a_queued_follow_up_gets_the_queued_submission() {
    let mut world = World::new();
    world.create("j1");
    let new = |id: &str, prompt: &str| NewSubmission {
        id: id.parse().unwrap(),
        job: Some(job("j1")),
        prompt: prompt.into(),
        author: CallerName("ada".into()),
        idempotency_key: Some("k".into()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    let submission: SubmissionId = "sub_q".parse().unwrap();
    let queued = SubmitDecision::Queued { submission: submission.clone() };
    assert_eq!(world.ledger.queue(&new("sub_q", "later"), &job("j1"), world.now).unwrap(), queued);
    let queued = SubmitDecision::AlreadyQueued { submission };
    assert_eq!(
        world.ledger.submit(&new("sub_r", "later"), world.now).unwrap(),
        queued,
        "sent to be sent now"
    );
    assert_eq!(world.ledger.queue(&new("sub_s", "later"), &job("j1"), world.now).unwrap(), queued);
    assert_eq!(world.ledger.submit(&new("sub_t", "other"), world.now).unwrap(), SubmitDecision::KeyReused);
    world.poll(response("j1", "completed", None));
    assert_eq!(prompts(&world.release_queued()), ["later"], "it is sent once");
}

#[test]
fn an_equal_follow_up_is_queued_twice_only_if_it_is_confirmed() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let queue = |world: &World, id: &str, to: &str, author: &str, is_confirmed| {
        let new = NewSubmission {
            id: id.parse().unwrap(),
            job: Some(job(to)),
            prompt: "go on".into(),
            author: CallerName(author.into()),
            idempotency_key: None,
            is_confirmed,
            labels: Vec::new(),
        };
        world.ledger.queue(&new, &job(to), world.now).unwrap()
    };
    let queued = |id: &str| SubmitDecision::Queued { submission: id.parse().unwrap() };
    assert_eq!(queue(&world, "a", "j1", "ada", false), queued("a"));
    world.pass(100_000);
    let duplicate = SubmitDecision::PossibleDuplicate { submission: "a".parse().unwrap() };
    assert_eq!(queue(&world, "b", "j1", "ada", false), duplicate);
    assert_eq!(queue(&world, "c", "j2", "ada", false), queued("c"), "another job");
    assert_eq!(queue(&world, "d", "j1", "bob", false), queued("d"), "another person");
    assert_eq!(queue(&world, "e", "j1", "ada", true), queued("e"), "confirmed");
    world.pass(120_000);
    assert_eq!(queue(&world, "f", "j1", "ada", false), queued("f"), "long after");
}

#[test]
fn an_edited_follow_up_keeps_its_key() {
    let mut world = World::new();
    world.create("j1");
    let new = |id: &str, prompt: &str| NewSubmission {
        id: id.parse().unwrap(),
        job: Some(job("j1")),
        prompt: prompt.into(),
        author: ada(),
        idempotency_key: Some("k".into()),
        is_confirmed: true,
        labels: Vec::new(),
    };
    let queue = |world: &World, new: NewSubmission| world.ledger.queue(&new, &job("j1"), world.now).unwrap();
    let id: SubmissionId = "a".parse().unwrap();
    assert_eq!(queue(&world, new("a", "Writtn")), SubmitDecision::Queued { submission: id.clone() });
    for prompt in ["Writen", "Written"] {
        world.ledger.edit(&id, &Prompt { prompt: prompt.into() }, &ada(), world.now).unwrap().unwrap();
    }
    // The key belongs to the request that it came with.
    assert_eq!(queue(&world, new("b", "Writtn")), SubmitDecision::AlreadyQueued { submission: id.clone() });
    assert_eq!(queue(&world, new("c", "Written")), SubmitDecision::KeyReused);

    world.poll(response("j1", "completed", None));
    assert_eq!(prompts(&world.release_queued()), ["Written"]);
    world.settle(&id, Err(read_failure(400, ("", ""), "")));
    // The request repeats what the ledger has, so the person's text is sent.
    assert_eq!(
        world.ledger.submit(&new("d", "Writtn"), world.now).unwrap(),
        SubmitDecision::Call { submission: id.clone() }
    );
    assert_eq!(world.ledger.sent_submission(&id).unwrap().prompt.text(), Ok("Written"));
}
