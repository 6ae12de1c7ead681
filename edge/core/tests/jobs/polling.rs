//! Looks: made until the end, and honest about what is not known.

use docket_core::jobs::PollTask;
use docket_core::upstream::response::{self, CallFailure};
use docket_wire::*;

use crate::world::{LIMITS, World, job, told};

#[test]
fn a_job_is_looked_at_until_it_ends() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..5 {
        let checked = world.look(told("j1", "active", None));
        assert!(matches!(checked, Some(LiveMessage::Checked { next_at: Some(_), .. })));
    }
    let revision = world.ledger.revision().unwrap();
    assert_eq!(world.look(told("j1", "completed", Some("https://code.example/pr/1"))), None);
    assert!(!world.is_watched());
    assert_eq!(world.ledger.revision().unwrap(), revision + 2);
    let entry = world.detail("j1").job;
    assert_eq!(entry.polling, Polling::Ended);
    assert_eq!(entry.ended_at, Some(world.now));
    assert_eq!(entry.pr_link.as_deref(), Some("https://code.example/pr/1"));
    let stored = world.ledger.stored(&job("j1")).unwrap().unwrap();
    assert!(stored.body.contains("\"shade\":\"kept\"") && stored.ended);
}

#[test]
fn every_end_of_the_contract_is_an_end_and_no_other() {
    for (status, ends) in
        [("completed", true), ("archived", true), ("failed", true), ("active", false), ("paused", false)]
    {
        let mut world = World::new();
        world.create("j1");
        world.look(told("j1", status, None));
        assert_eq!(world.is_watched(), !ends, "{status}");
        assert_eq!(world.detail("j1").job.status.as_str(), status);
    }
}

#[test]
fn trouble_of_ours_is_not_the_jobs() {
    let failures = [
        CallFailure::Timeout { limit_ms: 20_000 },
        CallFailure::Unreachable,
        CallFailure::Unreadable(response::Unreadable::NotJson),
        response::read_failure(500, None, "<html>"),
        response::read_failure(302, None, ""),
        response::read_failure(429, None, ""),
    ];
    for failure in failures {
        let mut world = World::new();
        world.create("j1");
        for _ in 0..30 {
            world.look(Err(failure.clone()));
        }
        let entry = world.detail("j1").job;
        assert_eq!(entry.status, JobStatus::Active);
        assert!(
            matches!(entry.polling, Polling::Scheduled { last_error: Some(_), .. }),
            "{:?}",
            entry.polling
        );
        world.look(told("j1", "completed", None));
        assert_eq!(world.detail("j1").job.polling, Polling::Ended);
    }
}

#[test]
fn retry_after_is_obeyed() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let looks = world.next_looks();
    world.record_poll(&looks[0], Err(response::read_failure(429, Some("600"), "")));
    let before = world.now;
    world.next_looks();
    assert!(world.now.since_ms(before) >= 600_000, "{} ms", world.now.since_ms(before));
}

#[test]
fn a_refused_key_stops_with_its_reason_and_resumes_when_it_works() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    for look in world.next_looks() {
        world.record_poll(&look, Err(response::read_failure(401, None, "")));
    }
    let Polling::Suspended { reason } = world.detail("j1").job.polling else { panic!() };
    assert_eq!(reason.code, ProblemCode::ServiceRejectedKey);
    let looks = world.next_looks();
    world.record_poll(&looks[0], told(looks[0].job.as_str(), "active", None));
    assert_eq!(world.kinds(looks[0].job.as_str()).last(), Some(&EventKind::PollingResumed));
    // The other one does not wait out its own pause.
    assert!(world.ledger.next_wake(world.now).unwrap().unwrap() <= world.now.plus_ms(LOST_MS));
}

/// A look that was taken and never answered counts as lost after this long.
const LOST_MS: i64 = 120_000;

#[test]
fn a_job_that_the_service_lost_is_given_up_with_a_reason() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..4 {
        assert!(world.is_watched());
        world.look(Err(response::read_failure(404, None, r#"{"error":"job not found"}"#)));
    }
    assert!(!world.is_watched());
    assert!(matches!(world.detail("j1").job.polling, Polling::Suspended { .. }));
}

#[test]
fn an_answer_that_is_older_than_a_follow_up_does_not_count() {
    let mut world = World::new();
    world.create("j1");
    let looks = world.next_looks();
    let id = world.call(Some("j1"), "Shorter, please", None);
    world.settle(&id, told("j1", "active", None));
    assert_eq!(world.record_poll(&looks[0], told("j1", "completed", None)), None);
    assert_eq!(world.detail("j1").job.status, JobStatus::Active);
    assert!(world.is_watched());
}

#[test]
fn another_jobs_answer_is_not_taken() {
    let mut world = World::new();
    world.create("j1");
    world.look(told("j2", "completed", None));
    assert_eq!(world.detail("j1").job.status, JobStatus::Active);
}

#[test]
fn at_most_six_looks_at_once_and_the_budget_is_kept() {
    let mut world = World::new();
    for n in 0..40 {
        world
            .ledger
            .attach(&told(&format!("j{n}"), "active", None).unwrap(), &CallerName("ada".into()), world.now)
            .unwrap();
    }
    let mut asked: Vec<UnixMs> = Vec::new();
    for _ in 0..100 {
        let looks: Vec<PollTask> = world.next_looks();
        assert!(looks.len() <= 6);
        assert_eq!(
            world.ledger.due(world.now).unwrap().len().min(6 - looks.len()),
            0,
            "all places are taken"
        );
        for look in looks {
            asked.push(world.now);
            world.record_poll(&look, told(look.job.as_str(), "active", None));
        }
    }
    for (n, at) in asked.iter().enumerate() {
        let in_the_hour = asked[n..].iter().take_while(|later| later.since_ms(*at) < 3_600_000).count();
        assert!(in_the_hour <= LIMITS.polls_per_hour as usize, "{in_the_hour} in an hour");
    }
    let looked_at: std::collections::HashSet<_> = (0..40)
        .filter(|n| world.detail(&format!("j{n}")).job.checked_at > UnixMs(1_790_000_000_000))
        .collect();
    assert_eq!(looked_at.len(), 40, "none is starved");
}

#[test]
fn a_pull_request_is_told_of_once_however_often_the_job_ends_with_it() {
    let mut world = World::new();
    world.create("j1");
    let (first, second) = ("https://code.example/pr/1", "https://code.example/pr/2");
    world.look(told("j1", "completed", Some(first)));
    for link in [first, first, second, first] {
        let id = world.call(Some("j1"), "Shorter, please", None);
        // While it is at work there is no link.
        world.settle(&id, told("j1", "active", None));
        world.look(told("j1", "completed", Some(link)));
        assert_eq!(world.detail("j1").job.pr_link.as_deref(), Some(link));
        world.pass(600_000);
    }
    let told_of: Vec<String> = world
        .kinds("j1")
        .into_iter()
        .filter_map(|kind| match kind {
            EventKind::PullRequest { url } => Some(url),
            _ => None,
        })
        .collect();
    assert_eq!(told_of, [first, second, first]);
}
