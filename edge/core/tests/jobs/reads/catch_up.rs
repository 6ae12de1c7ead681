//! What a console gets: pages, and exactly the changes that it missed.

use docket_wire::*;

use crate::world::{World, import_into, response};

#[test]
fn a_returning_console_gets_exactly_what_it_missed() {
    let mut world = World::new();
    world.create("j1");
    world.create("j2");
    let seen = world.ledger.revision().unwrap();
    let polls = world.next_polls();
    world.record_poll(&polls[0], response("j1", "completed", None));
    let missed = world.ledger.reads().catch_up(Some(seen), world.now).unwrap();
    let LiveMessage::Changes { since, revision, events, jobs, submissions } = missed else { panic!() };
    assert_eq!((since, revision), (seen, world.ledger.revision().unwrap()));
    assert_eq!(
        events.iter().map(|event| event.revision).collect::<Vec<_>>(),
        ((seen + 1)..=revision).collect::<Vec<_>>()
    );
    assert_eq!(jobs.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["j1"]);
    assert_eq!(submissions, []);
}

#[test]
fn a_console_that_is_new_too_far_behind_or_of_another_ledger_gets_a_snapshot() {
    let mut world = World::new();
    world.create("j1");
    for since in [None, Some(u64::MAX)] {
        assert!(matches!(world.ledger.reads().catch_up(since, world.now).unwrap(), LiveMessage::Snapshot(_)));
    }
    for _ in 0..300 {
        world.poll(response("j1", "active", None));
        world.poll(response("j1", "queued", None));
        world.pass(3_600_000);
    }
    assert!(matches!(world.ledger.reads().catch_up(Some(1), world.now).unwrap(), LiveMessage::Snapshot(_)));
}

#[test]
fn pages_contain_every_job_once() {
    let mut world = World::new();
    for n in 0..25 {
        let response = response(&format!("j{n:02}"), "active", None).unwrap();
        import_into(&world.ledger, &response, &CallerName("ada".into()), world.now);
        if n % 3 == 0 {
            world.pass(10);
        }
    }
    let mut seen: Vec<JobEntry> = Vec::new();
    loop {
        let before = seen.last().map(|job| job.id.clone());
        let filter = JobFilter { before, limit: Some(10), ..JobFilter::default() };
        let page = world.ledger.reads().snapshot(&filter, world.now).unwrap();
        seen.extend(page.jobs);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(seen.len(), 25);
    assert!(seen.is_sorted_by(|a, b| a.added_at >= b.added_at && a.id > b.id));
}

#[test]
fn rejected_prompts_leave_the_list_after_a_day() {
    let mut world = World::new();
    let id = world.call(None, "Do it", None);
    world.settle(&id, Err(docket_core::upstream::response::read_failure(400, ("", ""), "")));
    assert_eq!(world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap().submissions.len(), 1);
    world.pass(25 * 3_600_000);
    assert_eq!(world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap().submissions.len(), 0);
}
