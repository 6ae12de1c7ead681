//! Polling that is suspended, and what resumes it.

use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response;
use docket_wire::*;

use crate::world::{World, job, response};

#[test]
fn a_rejected_key_suspends_polling_until_the_key_works() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    for poll in world.next_polls() {
        world.record_poll(&poll, Err(response::read_failure(401, ("", ""), "")));
    }
    let Polling::Suspended { reason } = world.detail("j1").job.polling else { panic!() };
    assert_eq!(reason.code, ProblemCode::ServiceRejectedKey);
    let polls = world.next_polls();
    world.record_poll(&polls[0], response(polls[0].job.as_str(), "active", None));
    assert_eq!(world.kinds(polls[0].job.as_str()).last(), Some(&EventKind::PollingResumed));
    // The other job does not wait for its own retry.
    assert!(world.ledger.next_alarm(world.now).unwrap().unwrap() <= world.now.plus_ms(LOST_MS));
}

#[test]
fn a_job_for_which_alone_the_key_is_rejected_waits_for_its_retry() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let start = world.now;
    let mut rejected = 0;
    while world.now.since_ms(start) < 3_600_000 {
        for poll in world.next_polls() {
            let is_rejected = poll.job == job("j1");
            rejected += i64::from(is_rejected);
            let outcome = match is_rejected {
                true => Err(response::read_failure(403, ("", ""), "")),
                false => response("j2", "active", None),
            };
            world.record_poll(&poll, outcome);
        }
    }
    assert!((5..=7).contains(&rejected), "{rejected} polls in an hour");
}

#[test]
fn polling_that_is_suspended_stays_so_until_a_response_whatever_fails_next() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(response::read_failure(401, ("", ""), "")));
    let suspended = world.detail("j1");
    for failure in [
        CallFailure::Unreachable,
        response::read_failure(503, ("", ""), ""),
        response::read_failure(401, ("", ""), ""),
        response::read_failure(404, ("", ""), ""),
        response::read_failure(429, ("60", ""), ""),
    ] {
        world.poll(Err(failure.clone()));
        assert_eq!(world.detail("j1"), suspended, "{failure:?} is no news, and no console hears of it");
    }
    world.poll(response("j1", "active", None));
    assert!(world.kinds("j1").contains(&EventKind::PollingResumed));
    assert!(world.is_polled());
}

#[test]
fn polling_that_was_suspended_for_a_key_is_suspended_again_if_the_job_is_gone() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(response::read_failure(401, ("", ""), "")));
    for _ in 0..4 {
        world.poll(Err(response::read_failure(404, ("", ""), "")));
    }
    let Some(EventKind::PollingSuspended { reason }) = world.kinds("j1").pop() else { panic!() };
    assert_eq!(reason.code, ProblemCode::UnknownJob);
    assert_eq!(world.detail("j1").job.polling, Polling::Suspended { reason });
}

/// A poll without an outcome counts as lost after this long.
const LOST_MS: i64 = 120_000;

#[test]
fn a_job_that_the_service_does_not_find_is_suspended_with_a_reason() {
    let mut world = World::new();
    world.create("j1");
    let missing = || Err(response::read_failure(404, ("", ""), r#"{"error":"job not found"}"#));
    for _ in 0..4 {
        assert!(world.is_polled());
        world.poll(missing());
    }
    assert!(matches!(world.detail("j1").job.polling, Polling::Suspended { .. }));
    let suspended_at = world.now;
    while world.ledger.next_alarm(world.now).unwrap().is_some() {
        world.poll(missing());
    }
    assert!(world.now.since_ms(suspended_at) > 3_600_000, "it is gone permanently after an hour");
}

#[test]
fn a_404_after_an_outage_suspends_polling_until_the_service_finds_the_job_again() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..20 {
        world.poll(Err(response::read_failure(503, ("", ""), "")));
    }
    world.poll(Err(response::read_failure(404, ("", ""), "")));
    assert!(matches!(world.detail("j1").job.polling, Polling::Suspended { .. }));
    world.poll(response("j1", "completed", None));
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
}
