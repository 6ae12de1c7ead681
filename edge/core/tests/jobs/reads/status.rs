//! The state of a project's jobs: budgets, learned durations, the latest calls.

use std::rc::Rc;

use docket_core::jobs::{Ledger, LedgerSettings};
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::traced::Traced;
use crate::world::{SETTINGS, World, ada, import_into, response};

fn status(world: &World) -> JobsStatus {
    world.ledger.status(4096, world.now).unwrap()
}

#[test]
fn a_new_ledger_has_its_whole_budgets_and_has_learned_nothing() {
    let JobsStatus { prompts, polls, polling, durations, calls, storage } = status(&World::new());
    assert_eq!((prompts.limit, prompts.remaining, prompts.paused_until), (5, 5, None));
    assert_eq!((polls.limit, polls.remaining), (100, 100));
    let none = LearnedDurations {
        learned_from: 0,
        median_ms: None,
        nine_of_ten_ms: None,
        typical_ms: u64::from(SETTINGS.typical_job_ms),
    };
    assert_eq!(durations, none);
    assert_eq!(polling, PollingStatus::default());
    assert_eq!(calls, ServiceCalls::default());
    assert_eq!(storage.bytes, 4096);
}

#[test]
fn a_pause_and_the_prompts_of_the_hour_are_in_the_budgets() {
    let mut world = World::new();
    let submission = world.call(None, "Update the quickstart", None);
    world.settle(&submission, Err(CallFailure::Throttled { retry_after_s: Some(90), error: None }));
    let prompts = status(&world).prompts;
    assert_eq!((prompts.remaining, prompts.paused_until), (0, Some(world.now.plus_ms(90_000))));
}

#[test]
fn durations_are_those_of_the_latest_jobs() {
    let mut world = World::with(LedgerSettings { agent_per_hour: 100, ..SETTINGS });
    let mut finish = |minutes: i64| {
        let id = format!("j{minutes}");
        world.create(&id);
        // Docket takes the middle between two polls for the end, because it knows nothing better.
        world.pass(minutes * 120_000);
        import_into(&world.ledger, &response(&id, "completed", None).unwrap(), &ada(), world.now);
        status(&world).durations
    };
    let after_9 = (1..=9).map(&mut finish).last().unwrap();
    assert_eq!((after_9.learned_from, after_9.median_ms, after_9.nine_of_ten_ms), (9, Some(300_000), None));
    let after_10 = finish(10);
    assert_eq!(after_10.nine_of_ten_ms, Some(540_000));
    assert_eq!(world.detail("j10").durations, after_10);
}

#[test]
fn nothing_is_learned_of_work_that_began_before_an_import() {
    let mut world = World::new();
    let mut seen = |status, wait_ms| {
        world.pass(wait_ms);
        import_into(&world.ledger, &response("j1", status, None).unwrap(), &ada(), world.now);
    };
    seen("active", 0);
    seen("completed", 1_000);
    let JobsStatus { durations, polling, .. } = status(&world);
    assert_eq!((durations.learned_from, polling.end_delay.jobs), (0, 1), "only how late the end was seen");
    let follow_up = world.call(Some("j1"), "Shorter, please", None);
    world.settle(&follow_up, response("j1", "active", None));
    world.poll(response("j1", "completed", None));
    assert_eq!(status(&world).durations.learned_from, 1);
}

#[test]
fn follow_ups_that_take_another_time_are_learned_apart_from_creates() {
    let mut world = World::with(LedgerSettings { agent_per_hour: 100, polls_per_hour: 3_600, ..SETTINGS });
    for n in 0..12 {
        world.create(&format!("j{n}"));
        let mut import = |status, wait_ms| {
            world.pass(wait_ms);
            let answer = response(&format!("j{n}"), status, None).unwrap();
            import_into(&world.ledger, &answer, &CallerName("ada".into()), world.now);
        };
        import("completed", 1_200_000 + n * 20_000);
        // A program that does not use Docket sends a follow-up.
        import("active", 1_000);
        import("completed", 60_000 + n * 1_000);
    }
    let of = |world: &World, id| world.detail(id).durations;
    assert_eq!((status(&world).durations.learned_from, of(&world, "j3").learned_from), (24, 12));
    let follow_up_ms = of(&world, "j3").median_ms.unwrap();
    let next_poll_ms = |world: &World, id| {
        let Polling::Scheduled { next_at, .. } = world.detail(id).job.polling else { panic!("it is polled") };
        next_at.since_ms(world.now)
    };
    world.create("new");
    let create_ms = of(&world, "new").median_ms.unwrap();
    assert!(create_ms > 9 * follow_up_ms, "{create_ms} {follow_up_ms}");
    let after_create_ms = next_poll_ms(&world, "new");
    import_into(
        &world.ledger,
        &response("j3", "active", None).unwrap(),
        &CallerName("ada".into()),
        world.now,
    );
    let after_follow_up_ms = next_poll_ms(&world, "j3");
    assert!(after_create_ms > 3 * after_follow_up_ms, "{after_create_ms} {after_follow_up_ms}");
}

#[test]
fn the_last_successful_call_survives_the_instance_to_five_minutes() {
    let db = Rc::new(Sqlite::in_memory());
    let start = UnixMs(1_790_000_000_000);
    let first = Ledger::open(Rc::clone(&db), SETTINGS, start).unwrap();
    let fail = |ledger: &Ledger<_>, ms| {
        ledger
            .record_failed_call(&CallFailure::RejectedKey { status: 401, error: None }, start.plus_ms(ms))
            .unwrap();
    };
    let import = |ledger: &Ledger<_>, ms| {
        let answer = response("j1", "active", None).unwrap();
        import_into(ledger, &answer, &CallerName("ada".into()), start.plus_ms(ms));
    };
    let calls = |ledger: &Ledger<_>| ledger.status(0, start).unwrap().calls;
    import(&first, 0);
    import(&first, 240_000);
    assert_eq!(calls(&first).succeeded_at, Some(start.plus_ms(240_000)), "exact while the instance lives");
    let second = Ledger::open(Rc::clone(&db), SETTINGS, start).unwrap();
    assert_eq!(calls(&second).succeeded_at, Some(start));
    fail(&second, 250_000);
    let third = Ledger::open(Rc::clone(&db), SETTINGS, start).unwrap();
    let failure = calls(&third).failure.unwrap();
    assert_eq!((failure.at, failure.reason.code), (start.plus_ms(250_000), ProblemCode::ServiceRejectedKey));
    import(&third, 260_000);
    let fourth = Ledger::open(db, SETTINGS, start).unwrap();
    let expected = ServiceCalls { succeeded_at: Some(start.plus_ms(260_000)), failure: None };
    assert_eq!(calls(&fourth), expected);
}

#[test]
fn a_call_is_stored_once_in_five_minutes_and_a_status_reads_few_rows() {
    let disk = Traced::new();
    let start = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(disk.clone(), SETTINGS, start).unwrap();
    disk.take();
    for seconds in (0..1_800).step_by(10) {
        let answer = response("j1", "active", None).unwrap();
        import_into(&ledger, &answer, &CallerName("ada".into()), start.plus_ms(seconds * 1_000));
    }
    let written =
        disk.take().iter().filter(|cost| cost.sql.starts_with("UPDATE schedule SET succeeded_at")).count();
    assert_eq!(written, 6, "half an hour");
    ledger.status(0, start).unwrap();
    let read = disk.take();
    assert!(read.len() <= 6 && read.iter().all(|cost| cost.steps < 40), "{read:?}");
}
