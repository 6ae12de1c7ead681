//! Polls: until the job ends, and honest about what is unknown.

mod ended;
mod late_polls;
mod reads;
mod suspended;

use std::rc::Rc;

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::{JobRead, Ledger, PollTask, ReadDecision};
use docket_core::upstream::failure::{CallFailure, Unreadable};
use docket_core::upstream::response;
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::world::{SETTINGS, World, ada, import_into, job, response};

#[test]
fn a_job_is_polled_until_it_ends() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..5 {
        let checked = world.poll(response("j1", "active", None));
        assert!(matches!(checked, Some(LiveMessage::Checked { next_at: Some(_), .. })));
    }
    let revision = world.ledger.revision().unwrap();
    assert_eq!(world.poll(response("j1", "completed", Some("https://code.example/pr/1"))), None);
    assert!(!world.is_polled());
    assert_eq!(world.ledger.revision().unwrap(), revision + 2);
    let entry = world.detail("j1").job;
    assert_eq!(entry.polling, Polling::Ended);
    assert_eq!(entry.ended_at, Some(world.now));
    assert_eq!(entry.pr_link.as_deref(), Some("https://code.example/pr/1"));
    let stored = world.ledger.reads().stored_job(&job("j1")).unwrap().unwrap();
    assert!(stored.body.contains("\"shade\":\"kept\"") && stored.has_ended);
}

#[test]
fn a_failed_poll_says_why_to_those_who_watch() {
    let mut world = World::new();
    world.create("j1");
    let checked = world.poll(Err(CallFailure::Unreachable));
    let Some(LiveMessage::Checked { last_error, .. }) = checked else { panic!("{checked:?}") };
    assert_eq!(last_error.map(|reason| reason.code), Some(ProblemCode::ServiceUnreachable));
    let checked = world.poll(response("j1", "active", None));
    assert!(matches!(checked, Some(LiveMessage::Checked { last_error: None, .. })), "{checked:?}");
}

#[test]
fn an_absurd_retry_after_delays_polls_by_an_hour_at_most() {
    for status in [429, 503] {
        let mut world = World::new();
        world.create("j1");
        world.poll(Err(response::read_failure(status, ("1763740000", ""), "")));
        let before = world.now;
        world.poll(response("j1", "completed", None));
        assert!(world.now.since_ms(before) <= 3_600_100, "{status}: {} ms", world.now.since_ms(before));
    }
}

#[test]
fn a_project_that_is_not_configured_is_checked_once_an_hour() {
    let mut world = World::new();
    assert_eq!(world.ledger.next_alarm_unconfigured(world.now).unwrap(), None);
    assert_eq!(world.ledger.has_calls(world.now), Ok(false));
    world.create("j1");
    world.pass(600_000);
    assert_eq!(world.ledger.has_calls(world.now), Ok(true));
    let next = world.ledger.next_alarm_unconfigured(world.now).unwrap();
    assert_eq!(next, Some(world.now.plus_ms(3_600_000)));
}

#[test]
fn only_the_contracts_ended_statuses_end_a_job() {
    for (status, ends) in
        [("completed", true), ("archived", true), ("failed", true), ("active", false), ("paused", false)]
    {
        let mut world = World::new();
        world.create("j1");
        world.poll(response("j1", status, None));
        assert_eq!(world.is_polled(), !ends, "{status}");
        assert_eq!(world.detail("j1").job.status.as_str(), status);
    }
}

#[test]
fn a_failed_poll_does_not_change_the_jobs_status() {
    let failures = [
        CallFailure::Timeout { limit_ms: 20_000 },
        CallFailure::Unreachable,
        CallFailure::Unreadable(Unreadable::NotJson),
        response::read_failure(500, ("", ""), "<html>"),
        response::read_failure(302, ("", ""), ""),
        response::read_failure(429, ("", ""), ""),
    ];
    for failure in failures {
        let mut world = World::new();
        world.create("j1");
        for _ in 0..30 {
            world.poll(Err(failure.clone()));
        }
        let entry = world.detail("j1").job;
        assert_eq!(entry.status, JobStatus::Active);
        assert!(
            matches!(entry.polling, Polling::Scheduled { last_error: Some(_), .. }),
            "{:?}",
            entry.polling
        );
        world.poll(response("j1", "completed", None));
        assert_eq!(world.detail("j1").job.polling, Polling::Ended);
    }
}

#[test]
fn retry_after_delays_every_poll() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let polls = world.next_polls();
    world.record_poll(&polls[0], Err(response::read_failure(429, ("600", ""), "")));
    let before = world.now;
    world.next_polls();
    assert!(world.now.since_ms(before) >= 600_000, "{} ms", world.now.since_ms(before));
}

#[test]
fn a_short_pause_does_not_space_out_the_polls_that_are_scheduled_during_it() {
    let mut world = World::new();
    world.create("j1");
    let polls = world.next_polls();
    world.create("before");
    world.record_poll(&polls[0], Err(response::read_failure(429, ("2", ""), "")));
    world.create("during");
    let next_at = |id: &str| match world.detail(id).job.polling {
        Polling::Scheduled { next_at, .. } => next_at.since_ms(world.now),
        other => panic!("{other:?}"),
    };
    let (before, during) = (next_at("before"), next_at("during"));
    assert!((during - before).abs() <= 5_000, "{before} ms before the pause, {during} ms during it");
}

#[test]
fn polls_that_a_clock_which_ran_ahead_has_set_are_made_once_the_ledger_opens_again() {
    const YEAR_MS: i64 = 365 * 86_400_000;
    let disk = Rc::new(Sqlite::in_memory());
    let now = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Rc::clone(&disk), SETTINGS, now).unwrap();
    import_into(&ledger, &response("j1", "active", None).unwrap(), &ada(), now.plus_ms(YEAR_MS));
    import_into(&ledger, &response("j2", "completed", None).unwrap(), &ada(), now.plus_ms(YEAR_MS));
    drop(ledger);
    let ledger = Ledger::open(disk, SETTINGS, now).unwrap();
    assert_eq!(ledger.due_polls(now).unwrap().len(), 2);
}

#[test]
fn a_service_that_is_down_is_asked_again_after_ten_minutes_whatever_it_says() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(response::read_failure(503, ("4000000000", ""), "")));
    let Polling::Scheduled { next_at, .. } = world.detail("j1").job.polling else { panic!() };
    assert!(next_at.since_ms(world.now) <= 10 * 60_000, "{} ms", next_at.since_ms(world.now));
}

#[test]
fn a_response_older_than_a_follow_up_is_not_applied() {
    let mut world = World::new();
    world.create("j1");
    let polls = world.next_polls();
    let id = world.call(Some("j1"), "Shorter, please", None);
    world.settle(&id, response("j1", "active", None));
    assert_eq!(world.record_poll(&polls[0], response("j1", "completed", None)), None);
    assert_eq!(world.detail("j1").job.status, JobStatus::Active);
    assert!(world.is_polled());
}

#[test]
fn a_response_for_another_job_is_not_applied() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j2", "completed", None));
    assert_eq!(world.detail("j1").job.status, JobStatus::Active);
}

#[test]
fn at_most_six_polls_are_in_flight_within_the_budget() {
    let mut world = World::new();
    for n in 0..40 {
        import_into(
            &world.ledger,
            &response(&format!("j{n}"), "active", None).unwrap(),
            &CallerName("ada".into()),
            world.now,
        );
    }
    let mut asked: Vec<UnixMs> = Vec::new();
    for _ in 0..100 {
        let polls: Vec<PollTask> = world.next_polls();
        assert!(polls.len() <= 6);
        assert_eq!(
            world.ledger.due_polls(world.now).unwrap().len().min(6 - polls.len()),
            0,
            "all places are taken"
        );
        for poll in polls {
            asked.push(world.now);
            world.record_poll(&poll, response(poll.job.as_str(), "active", None));
        }
    }
    for (n, at) in asked.iter().enumerate() {
        let in_the_hour = asked[n..].iter().take_while(|later| later.since_ms(*at) < 3_600_000).count();
        assert!(in_the_hour <= SETTINGS.polls_per_hour as usize, "{in_the_hour} in an hour");
    }
    let polled: std::collections::HashSet<_> = (0..40)
        .filter(|n| world.detail(&format!("j{n}")).job.checked_at > UnixMs(1_790_000_000_000))
        .collect();
    assert_eq!(polled.len(), 40, "no job starves");
}

#[test]
fn a_pull_request_has_one_event_however_often_the_job_ends_with_it() {
    let mut world = World::new();
    world.create("j1");
    let (first, second) = ("https://code.example/pr/1", "https://code.example/pr/2");
    world.poll(response("j1", "completed", Some(first)));
    for link in [first, first, second, first] {
        let id = world.call(Some("j1"), "Shorter, please", None);
        // The service has no link while the follow-up is active, and the ledger keeps it.
        world.settle(&id, response("j1", "active", None));
        assert!(world.detail("j1").job.pr_link.is_some());
        world.poll(response("j1", "completed", Some(link)));
        assert_eq!(world.detail("j1").job.pr_link.as_deref(), Some(link));
        world.pass(600_000);
    }
    let urls: Vec<String> = world
        .kinds("j1")
        .into_iter()
        .filter_map(|kind| match kind {
            EventKind::PullRequest { url } => Some(url),
            _ => None,
        })
        .collect();
    assert_eq!(urls, [first, second, first]);
}

#[test]
fn a_job_far_past_its_usual_duration_runs_long_and_has_not_failed() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..2_000 {
        world.poll(response("j1", "active", None));
        if world.now.since_ms(UnixMs(1_790_000_000_000)) > 3 * 86_400_000 {
            break;
        }
    }
    let entry = world.detail("j1").job;
    assert!(entry.running_long && entry.status == JobStatus::Active, "{entry:?}");
    let spans: Vec<EventKind> =
        world.kinds("j1").into_iter().filter(|kind| *kind == EventKind::RunningLong).collect();
    assert_eq!(spans.len(), 1);
    world.poll(response("j1", "completed", None));
    assert!(!world.detail("j1").job.running_long);
}

#[test]
fn a_job_stays_running_long_when_longer_ones_end() {
    let mut world = World::new();
    for id in ["short1", "short2", "short3", "short4"] {
        world.create(id);
        world.poll(response(id, "completed", None));
    }
    world.pass(3_600_000);
    let long = ["long1", "long2", "long3", "long4"];
    long.iter().for_each(|id| world.create(id));
    world.pass(86_400_000);
    world.create("j1");
    while !world.detail("j1").job.running_long {
        for poll in world.next_polls() {
            world.record_poll(&poll, response(poll.job.as_str(), "active", None));
        }
    }
    let revision = world.detail("j1").job.revision;
    let is_active = |world: &World, id| world.detail(id).job.status == JobStatus::Active;
    let mut was_polled = false;
    while !was_polled || long.iter().any(|id| is_active(&world, id)) {
        was_polled = false;
        for poll in world.next_polls() {
            was_polled |= poll.job == job("j1");
            let status = if poll.job == job("j1") { "active" } else { "completed" };
            world.record_poll(&poll, response(poll.job.as_str(), status, None));
        }
    }
    let entry = world.detail("j1").job;
    assert!(entry.running_long && entry.revision == revision, "nothing happened to it: {entry:?}");
}

#[test]
fn the_answer_to_a_follow_up_does_not_undo_what_polls_saw_meanwhile() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "completed", None));
    world.pass(60_000);
    let id = world.call(Some("j1"), "Shorter, please", None);
    // A program reads the job while the call takes long.
    let read = JobRead { is_current: true, polls_if_unpolled: true, caller: CallerKind::Program };
    for status in ["active", "completed"] {
        world.pass(4_000);
        let (_, decision) = world.ledger.read_job(&job("j1"), read, world.now).unwrap().unwrap();
        let ReadDecision::Poll(poll) = decision else { panic!("{decision:?}") };
        world.record_poll(&poll, response("j1", status, None));
    }
    world.settle(&id, response("j1", "active", None));
    assert_eq!(world.detail("j1").job.status, JobStatus::Completed);
    assert_eq!(world.kinds("j1").last(), Some(&EventKind::Accepted));
}

#[test]
fn an_import_does_not_undo_what_was_learned_while_its_job_was_requested() {
    let mut world = World::new();
    world.create("j1");
    let seen = world.ledger.reads().job_revision(&job("j1")).unwrap();
    let active = response("j1", "active", None).unwrap();
    world.poll(response("j1", "completed", None));
    world.ledger.import(&active, seen, &ada(), world.now).unwrap();
    assert_eq!(world.detail("j1").job.status, JobStatus::Completed);
    let seen = world.ledger.reads().job_revision(&job("j1")).unwrap();
    world.ledger.import(&active, seen, &ada(), world.now).unwrap();
    assert_eq!(world.detail("j1").job.status, JobStatus::Active, "a program sent a follow-up");
    // The import of a job that the ledger did not have, while the answer to its create added it.
    world.create("j2");
    world.poll(response("j2", "completed", None));
    world.ledger.import(&response("j2", "active", None).unwrap(), None, &ada(), world.now).unwrap();
    assert_eq!(world.detail("j2").job.status, JobStatus::Completed);
}

#[test]
fn a_follow_up_of_a_clock_that_ran_ahead_holds_no_queue() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "completed", None));
    world.pass(2 * 3_600_000);
    let sent = world.call(Some("j1"), "More", None);
    world.settle(&sent, response("j1", "completed", None));
    world.pass(-2 * 3_600_000);
    world.queue("j1", "And more");
    let poll = PollTask { job: job("j1"), revision: world.detail("j1").job.revision };
    world.record_poll(&poll, response("j1", "completed", None));
    assert_eq!(world.release_queued().len(), 1, "the clock says that the follow-up is from two hours later");
}

#[test]
fn a_job_that_ended_during_an_outage_teaches_no_duration() {
    let mut world = World::new();
    world.create("j1");
    world.pass(8 * 3_600_000);
    world.poll(response("j1", "completed", None));
    assert_eq!(world.ledger.status(0, world.now).unwrap().durations.learned_from, 0);
}
