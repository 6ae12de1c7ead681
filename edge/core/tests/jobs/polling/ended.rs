//! Ended jobs are polled again, rarely and after all others.

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::{JobRead, ReadDecision};
use docket_core::upstream::response;
use docket_wire::*;

use crate::world::{SETTINGS, World, ada, import_into, job, response};

const START: UnixMs = UnixMs(1_790_000_000_000);
const READ: JobRead = JobRead { is_current: false, polls_if_unpolled: true, caller: CallerKind::Program };

fn ended(id: &str) -> World {
    let mut world = World::new();
    world.create(id);
    world.poll(response(id, "completed", None));
    world
}

fn polls_until_none(world: &mut World, status: &str) -> Vec<i64> {
    let ended_at = world.now;
    let mut polls = Vec::new();
    while world.ledger.next_alarm(world.now).unwrap().is_some() {
        world.poll(response("j1", status, None));
        polls.push(world.now.since_ms(ended_at));
    }
    polls
}

#[test]
fn an_ended_job_is_polled_rarely_for_a_week() {
    let mut world = ended("j1");
    let revision = world.ledger.revision().unwrap();
    let polls = polls_until_none(&mut world, "completed");
    let expected = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS];
    assert!(
        polls.iter().zip(expected).all(|(at, expected)| (0..1000).contains(&(at - expected))),
        "{polls:?}"
    );
    assert_eq!(polls.len(), expected.len());
    assert_eq!(world.ledger.revision().unwrap(), revision);
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
}

#[test]
fn an_archived_job_is_seen_and_has_an_event() {
    let mut world = ended("j1");
    world.poll(response("j1", "completed", None));
    world.poll(response("j1", "archived", None));
    let entry = world.detail("j1").job;
    assert_eq!((entry.status, entry.polling), (JobStatus::Archived, Polling::Ended));
    let change = EventKind::StatusChanged { from: JobStatus::Completed, to: JobStatus::Archived };
    assert_eq!(world.kinds("j1").last(), Some(&change));
    assert!(entry.ended_at.unwrap() < world.now.plus_ms(-MINUTE_MS), "it ended before");
}

#[test]
fn an_archived_job_says_when_the_service_archived_it() {
    let mut world = ended("j1");
    assert_eq!(world.detail("j1").job.archived_at, None);
    let body = r#"{"id":"j1","status":"archived","archivedAt":"2026-11-05T09:30:00.000Z"}"#;
    world.poll(response::read_job(200, body.to_owned()));
    assert_eq!(world.detail("j1").job.archived_at, "2026-11-05T09:30:00.000Z".parse().ok());
}

#[test]
fn a_job_that_is_resumed_elsewhere_is_polled_until_it_ends_again() {
    let mut world = ended("j1");
    world.poll(response("j1", "active", None));
    assert!(world.is_polled());
    assert_eq!(world.detail("j1").job.ended_at, None);
    world.poll(response("j1", "completed", None));
    assert_eq!(polls_until_none(&mut world, "completed").len(), 6, "the schedule begins again");
}

#[test]
fn a_follow_up_that_the_service_takes_up_late_is_noticed() {
    let mut world = ended("j1");
    world.pass(20 * DAY_MS);
    let id = world.call(Some("j1"), "Shorter, please", None);
    world.settle(&id, response("j1", "completed", None));
    while world.is_polled() {
        world.poll(response("j1", "completed", None));
    }
    let asked_at = world.now;
    world.poll(response("j1", "active", None));
    // As after any end: a minute later.
    assert!(world.now.since_ms(asked_at) <= MINUTE_MS + 1_000, "{} ms", world.now.since_ms(asked_at));
    assert!(world.is_polled());
}

#[test]
fn a_follow_up_that_no_poll_sees_at_work_ends_with_an_event() {
    let again = EventKind::StatusChanged { from: JobStatus::Completed, to: JobStatus::Completed };
    let mut world = ended("j1");
    world.pass(DAY_MS);
    let id = world.call(Some("j1"), "Shorter, please", None);
    world.settle(&id, response("j1", "completed", None));
    assert!(world.is_polled());
    while world.is_polled() {
        assert_ne!(world.kinds("j1").last(), Some(&again));
        world.poll(response("j1", "completed", None));
    }
    assert_eq!(world.kinds("j1").last(), Some(&again), "its author waits for it");
    assert_eq!(world.detail("j1").job.ended_at, Some(world.now), "the work that was asked for has ended now");
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);

    // The link belongs to the work before.
    let mut world = World::new();
    world.create("j2");
    world.poll(response("j2", "completed", Some("https://code.example/pull/1")));
    world.poll(response("j2", "completed", None));
    assert_eq!(world.kinds("j2").last(), Some(&again));
    assert_eq!(world.detail("j2").job.pr_link, None);
    world.poll(response("j2", "archived", None));
    assert_eq!(world.kinds("j2").iter().filter(|kind| **kind == again).count(), 1);
}

#[test]
fn a_failed_poll_of_an_ended_job_changes_nothing_and_is_repeated() {
    for failure in [
        response::read_failure(500, ("", ""), ""),
        response::read_failure(401, ("", ""), ""),
        response::read_failure(503, ("1763740000", ""), ""),
        response::read_failure(429, ("1763740000", ""), ""),
    ] {
        let mut world = ended("j1");
        let before = world.detail("j1");
        for _ in 0..5 {
            world.poll(Err(failure.clone()));
        }
        assert_eq!(world.detail("j1"), before, "{failure:?}");
        let before = world.now;
        world.poll(response("j1", "archived", None));
        assert!(world.now.since_ms(before) <= DAY_MS, "{failure:?}");
    }
}

#[test]
fn an_ended_job_whose_polls_fail_is_polled_for_a_week_only() {
    let mut world = ended("j1");
    let ended_at = world.now;
    while world.ledger.next_alarm(world.now).unwrap().is_some() {
        world.poll(Err(response::read_failure(500, ("", ""), "")));
        assert!(world.now.since_ms(ended_at) < 8 * DAY_MS);
    }
    assert!(world.now.since_ms(ended_at) >= 7 * DAY_MS, "the last poll is made");
    // A read still makes a poll due, and not with every failure.
    let read = |world: &World| world.ledger.read_job(&job("j1"), READ, world.now).unwrap().unwrap().1;
    world.pass(DAY_MS);
    assert_eq!(read(&world), ReadDecision::StoredAndDue);
    world.poll(Err(response::read_failure(500, ("", ""), "")));
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), None);
    assert_eq!(read(&world), ReadDecision::Stored);
    world.pass(10_000);
    assert_eq!(read(&world), ReadDecision::StoredAndDue);
}

#[test]
fn an_ended_job_that_the_service_no_longer_has_is_not_polled_forever() {
    let mut world = ended("j1");
    for _ in 0..4 {
        world.poll(Err(response::read_failure(404, ("", ""), "")));
    }
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), None);
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
    world.pass(DAY_MS);
    let (_, decision) = world.ledger.read_job(&job("j1"), READ, world.now).unwrap().unwrap();
    assert_eq!(decision, ReadDecision::Stored);
}

#[test]
fn a_read_of_an_ended_job_that_was_not_polled_for_a_while_makes_a_poll_due() {
    let mut world = ended("j1");
    let read = |world: &World| world.ledger.read_job(&job("j1"), READ, world.now).unwrap().unwrap().1;
    assert_eq!(read(&world), ReadDecision::Stored);
    polls_until_none(&mut world, "completed");
    world.pass(9 * MINUTE_MS);
    assert_eq!(read(&world), ReadDecision::Stored);
    world.pass(MINUTE_MS);
    assert_eq!(read(&world), ReadDecision::StoredAndDue);
    assert_eq!(read(&world), ReadDecision::Stored, "a thousand readers cost one poll");
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), Some(world.now));
    world.poll(response("j1", "archived", None));
    assert_eq!(world.detail("j1").job.status, JobStatus::Archived);
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), None);
}

#[test]
fn a_lost_poll_of_an_ended_job_does_not_wake_before_the_budget_allows_it() {
    let mut world = ended("j1");
    assert_eq!(world.next_polls().len(), 1);
    while world.ledger.acquire_poll(CallerKind::Program, world.now).unwrap().is_ok() {}
    world.pass(3 * MINUTE_MS);
    let next = world.ledger.next_alarm(world.now).unwrap().unwrap();
    assert!(next > world.now, "an alarm that finds nothing to do would fire again at once");
    assert_eq!(world.next_polls().len(), 1);
}

#[test]
fn ended_jobs_come_after_active_ones_and_leave_them_half_of_the_budget() {
    let mut world = World::new();
    let import = |world: &World, id: &str, status: &str| {
        import_into(&world.ledger, &response(id, status, None).unwrap(), &ada(), world.now);
    };
    for n in 0..100 {
        import(&world, &format!("ended{n}"), "completed");
    }
    for n in 0..4 {
        import(&world, &format!("active{n}"), "active");
    }
    let (mut ended, mut active) = (0, 0);
    while world.now.since_ms(START) < 50 * MINUTE_MS {
        let polls = world.next_polls();
        assert!(polls.iter().filter(|poll| poll.job.as_str().starts_with("ended")).count() <= 2);
        let is_active = |id: &JobId| id.as_str().starts_with("active");
        assert!(polls.is_sorted_by_key(|poll| !is_active(&poll.job)), "{polls:?}");
        for poll in polls {
            let status = if is_active(&poll.job) { "active" } else { "completed" };
            *(if is_active(&poll.job) { &mut active } else { &mut ended }) += 1;
            world.record_poll(&poll, response(poll.job.as_str(), status, None));
        }
    }
    assert!(ended >= 20 && active >= 30, "{ended} of ended jobs, {active} of active ones");
    assert!(ended <= SETTINGS.polls_per_hour / 2, "{ended}");
}
