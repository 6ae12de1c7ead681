//! Polls that a read of a job causes.

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::{JobRead, PollTask, ReadDecision};
use docket_core::rate_limit::Exhausted;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response;
use docket_wire::*;

use crate::world::{SETTINGS, World, job, response};

const PLAIN: JobRead = JobRead { is_current: false, polls_if_unpolled: true, caller: CallerKind::Program };
const CURRENT: JobRead = JobRead { is_current: true, ..PLAIN };

fn read(world: &World, read: JobRead) -> ReadDecision {
    world.ledger.read_job(&job("j1"), read, world.now).unwrap().unwrap().1
}

fn polled(decision: ReadDecision) -> PollTask {
    match decision {
        ReadDecision::Poll(poll) => poll,
        other => panic!("{other:?}"),
    }
}

fn stopped() -> World {
    let mut world = World::new();
    world.create("j1");
    world.patch("j1", JobPatch { polling: Some(false), ..JobPatch::default() });
    world.pass(60_000);
    world
}

fn missing() -> World {
    let mut world = World::new();
    world.create("j1");
    while world.ledger.next_alarm(world.now).unwrap().is_some() {
        world.poll(Err(response::read_failure(404, ("", ""), "")));
    }
    world.pass(60_000);
    world
}

#[test]
fn a_read_of_a_job_that_is_polled_costs_nothing() {
    let mut world = World::new();
    world.create("j1");
    world.pass(20 * 60_000);
    assert_eq!(read(&world, PLAIN), ReadDecision::Stored);
}

#[test]
fn a_reader_who_wants_the_current_state_gets_a_poll_that_others_share() {
    let mut world = World::new();
    world.create("j1");
    assert_eq!(read(&world, CURRENT), ReadDecision::Stored, "the service answered just now");
    world.pass(2_000);
    let poll = polled(read(&world, CURRENT));
    assert_eq!(read(&world, CURRENT), ReadDecision::InFlight);
    assert_eq!(read(&world, PLAIN), ReadDecision::Stored);
    world.record_poll(&poll, response("j1", "completed", None));
    assert_eq!(read(&world, CURRENT), ReadDecision::Stored);
    assert!(world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap().has_ended);
    world.pass(1_000);
    assert!(matches!(read(&world, CURRENT), ReadDecision::Poll(_)), "an ended job too");
}

#[test]
fn a_read_just_after_a_failed_poll_does_not_take_the_stored_response_for_current() {
    for (mut world, wanted) in [(World::new(), CURRENT), (stopped(), PLAIN)] {
        if wanted == CURRENT {
            world.create("j1");
            world.pass(2_000);
        }
        let poll = polled(read(&world, wanted));
        world.pass(300);
        world.record_poll(&poll, Err(CallFailure::Unreachable));
        world.pass(300);
        assert_eq!(read(&world, wanted), ReadDecision::Outdated);
        world.pass(10_000);
        let poll = polled(read(&world, wanted));
        world.record_poll(&poll, response("j1", "active", None));
        assert_eq!(read(&world, wanted), ReadDecision::Stored);
    }
}

#[test]
fn a_response_should_be_newer_while_polls_fail_or_are_late() {
    let mut world = World::new();
    world.create("j1");
    let should_be_newer = |world: &World| {
        world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap().should_be_newer(world.now)
    };
    world.poll(response("j1", "active", None));
    assert!(!should_be_newer(&world));
    world.poll(Err(CallFailure::Unreachable));
    assert!(should_be_newer(&world));
    world.poll(response("j1", "active", None));
    assert!(!should_be_newer(&world));
    // Nothing polls it for an hour.
    world.pass(3_600_000);
    assert!(should_be_newer(&world));
    world.poll(response("j1", "completed", None));
    world.pass(3_600_000);
    assert!(!should_be_newer(&world), "an ended job is polled rarely");
}

#[test]
fn a_program_that_reads_a_stopped_job_sees_its_end() {
    let mut world = stopped();
    assert_eq!(world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap().polling, Polling::Stopped);
    let poll = polled(read(&world, PLAIN));
    world.record_poll(&poll, response("j1", "active", None));
    assert_eq!(world.detail("j1").job.polling, Polling::Stopped, "it stays stopped");
    assert_eq!(read(&world, PLAIN), ReadDecision::Stored, "not with every read");
    world.pass(10_000);
    let poll = polled(read(&world, PLAIN));
    world.record_poll(&poll, response("j1", "completed", None));
    let stored = world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap();
    assert!(stored.has_ended && stored.polling == Polling::Ended);
}

#[test]
fn a_console_does_not_poll_a_stopped_job() {
    let world = stopped();
    assert_eq!(read(&world, JobRead { polls_if_unpolled: false, ..PLAIN }), ReadDecision::Stored);
}

#[test]
fn a_failed_poll_does_not_resume_polling_that_was_stopped_or_suspended() {
    let failures = [
        response::read_failure(500, ("", ""), ""),
        response::read_failure(429, ("1", ""), ""),
        response::read_failure(404, ("", ""), ""),
        response::read_failure(401, ("", ""), ""),
    ];
    for failure in failures {
        for mut world in [stopped(), missing()] {
            let before = world.detail("j1").job.polling;
            let poll = polled(read(&world, PLAIN));
            world.record_poll(&poll, Err(failure.clone()));
            assert_eq!(world.detail("j1").job.polling, before, "{failure:?}");
            assert_eq!(world.ledger.due_polls(world.now.plus_ms(86_400_000)).unwrap(), []);
            world.pass(70_000);
            assert!(matches!(read(&world, PLAIN), ReadDecision::Poll(_)), "{failure:?}");
        }
    }
}

#[test]
fn a_job_that_the_service_has_again_is_polled_again() {
    let world = missing();
    assert!(world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap().missing.is_some());
    let poll = polled(read(&world, PLAIN));
    world.record_poll(&poll, response("j1", "active", None));
    assert!(world.is_polled());
    assert!(world.kinds("j1").contains(&EventKind::PollingResumed));
    assert_eq!(world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap().missing, None);
}

#[test]
fn reads_of_a_missing_job_neither_delay_its_polls_nor_end_them() {
    let not_found = || Err(response::read_failure(404, ("", ""), ""));
    let mut world = World::new();
    world.create("j1");
    for _ in 0..4 {
        world.poll(not_found());
    }
    let next = world.ledger.next_alarm(world.now).unwrap();
    for _ in 0..20 {
        world.pass(15_000);
        let poll = polled(read(&world, PLAIN));
        world.record_poll(&poll, not_found());
    }
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), next);
}

#[test]
fn a_follow_up_for_a_job_whose_polling_was_suspended_permanently_resumes_it() {
    let mut world = missing();
    world.queue("j1", "Are you there?");
    assert!(world.is_polled());
}

#[test]
fn programs_leave_half_of_the_polls_to_others() {
    let mut world = stopped();
    let half = SETTINGS.polls_per_hour / 2;
    for _ in 0..half {
        world.ledger.acquire_poll(CallerKind::Program, world.now).unwrap().unwrap();
    }
    let exhausted = polls_exhausted(world.now.plus_ms(3_600_000));
    assert_eq!(world.ledger.acquire_poll(CallerKind::Program, world.now).unwrap(), Err(exhausted.clone()));
    assert_eq!(read(&world, PLAIN), ReadDecision::Exhausted(exhausted));
    let person = JobRead { caller: CallerKind::Person, ..PLAIN };
    let poll = polled(read(&world, person));
    world.record_poll(&poll, response("j1", "active", None));
    for _ in 1..half {
        world.ledger.acquire_poll(CallerKind::Person, world.now).unwrap().unwrap();
    }
    world.pass(20_000);
    let ReadDecision::Exhausted(Exhausted { reason, .. }) = read(&world, person) else { panic!("a poll") };
    assert_eq!(reason.code, ProblemCode::BudgetExhausted);
}

fn polls_exhausted(retry_at: UnixMs) -> Exhausted {
    let error = "The hourly budget for polls (DOCKET_POLLS_PER_HOUR) is exhausted, so Docket cannot request the job now.";
    let reason = ErrorReason { code: ProblemCode::BudgetExhausted, error: error.to_owned() };
    Exhausted { reason, retry_at: Some(retry_at) }
}

fn paused(until: UnixMs) -> Exhausted {
    let error = format!(
        "The documentation service asked Docket to wait until {}, so Docket cannot request the job now.",
        DateOrTime::from_unix_ms(until)
    );
    Exhausted { reason: ErrorReason { code: ProblemCode::ServicePaused, error }, retry_at: Some(until) }
}

#[test]
fn polls_that_wait_for_the_service_do_not_blame_the_budget() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(CallFailure::Throttled { retry_after_s: Some(90), error: None }));
    let exhausted = paused(world.now.plus_ms(90_000));
    assert_eq!(world.ledger.acquire_poll(CallerKind::Person, world.now).unwrap(), Err(exhausted.clone()));
    assert!(exhausted.to_string().contains("asked Docket to wait until 20"), "{exhausted}");
    world.pass(30_000);
    assert_eq!(read(&world, CURRENT), ReadDecision::Exhausted(exhausted));
}

#[test]
fn a_429_on_the_import_of_a_job_pauses_the_polls_too() {
    let mut world = World::new();
    world.create("j1");
    let throttled = CallFailure::Throttled { retry_after_s: Some(90), error: None };
    world.ledger.record_failed_call(&throttled, world.now).unwrap();
    let exhausted = paused(world.now.plus_ms(90_000));
    assert_eq!(world.ledger.acquire_poll(CallerKind::Person, world.now).unwrap(), Err(exhausted));
    world.pass(90_000);
    assert_eq!(world.ledger.acquire_poll(CallerKind::Person, world.now).unwrap(), Ok(()));
}

#[test]
fn the_revision_of_a_job_follows_its_own_events_only() {
    let mut world = World::new();
    world.create("j1");
    let of = |world: &World, id: &str| world.ledger.reads().job_revision(&job(id)).unwrap();
    let first = of(&world, "j1").unwrap();
    assert_eq!(first, world.detail("j1").events.last().unwrap().revision);
    world.create("j2");
    assert_eq!((of(&world, "j1"), of(&world, "none")), (Some(first), None));
    world.patch("j1", JobPatch { hidden: Some(true), ..JobPatch::default() });
    assert_eq!(of(&world, "j1"), Some(world.ledger.revision().unwrap()));
}
