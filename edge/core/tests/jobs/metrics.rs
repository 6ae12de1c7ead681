//! What the ledger counts, which counts survive an instance, and what that costs.

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::Ledger;
use docket_core::metrics::{Counter, JobsGauge, Sample};
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::traced::Traced;
use crate::world::{SETTINGS, World, ada, import_into, job, response};

fn sample(world: &World) -> Sample {
    world.ledger.sample(2, 3, 4096, world.now).unwrap()
}

fn count(sample: &Sample, counter: Counter) -> i64 {
    sample[counter as usize]
}

/// A job's first poll, which finds it ended after so many milliseconds.
fn end(world: &mut World, id: &str, after_ms: i64) {
    world.create(id);
    let polls = world.next_polls();
    let started = world.now;
    world.pass(after_ms);
    let outcome = response(id, "completed", None);
    let task = polls.into_iter().find(|poll| poll.job == job(id)).unwrap();
    world.record_poll(&task, outcome);
    assert!(world.now > started);
}

#[test]
fn polls_failures_and_ends_are_counted() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(CallFailure::Unreachable));
    world.poll(Err(CallFailure::Failed { status: 500, error: "No.".into(), retry_after_s: None }));
    world.poll(response("j1", "completed", None));
    let counted = sample(&world);
    assert_eq!(count(&counted, Counter::Polls), 3);
    assert_eq!((count(&counted, Counter::Unreachable), count(&counted, Counter::Failed)), (1, 1));
    assert_eq!(count(&counted, Counter::Timeout), 0);
    let ends: i64 = counted[Counter::EndDelays as usize..JobsGauge::PromptsLimit.at()].iter().sum();
    assert_eq!(ends, 1);
    // The job was last seen active when it was created.
    let delay_ms = count(&counted, Counter::EndDelayMs);
    assert!(delay_ms > 1_000, "{delay_ms}");
    let status = world.ledger.status(0, world.now).unwrap().polling;
    assert_eq!(status.end_delay, EndDelay { jobs: 1, median_ms: Some(delay_ms.unsigned_abs()) });
}

#[test]
fn requests_for_jobs_and_rejected_prompts_are_counted() {
    let mut world = World::new();
    world.ledger.acquire_poll(CallerKind::Person, world.now).unwrap().unwrap();
    world.ledger.record_failed_call(&CallFailure::NotFound { error: "No.".into() }, world.now).unwrap();
    let submission = world.call(None, "Update the quickstart", None);
    world.settle(&submission, Err(CallFailure::Rejected { status: 422, error: "No.".into() }));
    let counted = sample(&world);
    assert_eq!(count(&counted, Counter::Polls), 1);
    assert_eq!((count(&counted, Counter::UnknownJob), count(&counted, Counter::Rejected)), (1, 1));
}

#[test]
fn gauges_are_those_of_now() {
    let mut world = World::new();
    world.create("polled");
    world.create("stopped");
    world.patch("stopped", JobPatch { polling: Some(false), ..JobPatch::default() });
    let at = |sample: &Sample, gauge: JobsGauge| sample[gauge.at()];
    let counted = sample(&world);
    for (gauge, expected) in [
        (JobsGauge::PromptsLimit, 5),
        (JobsGauge::PromptsRemaining, 3),
        (JobsGauge::PollsLimit, 100),
        (JobsGauge::PollsRemaining, 100),
        (JobsGauge::Scheduled, 1),
        (JobsGauge::Suspended, 0),
        (JobsGauge::Stopped, 1),
        (JobsGauge::OverdueMs, 0),
        (JobsGauge::IsLate, 0),
        (JobsGauge::Connections, 2),
        (JobsGauge::StorageBytes, 4096),
        (JobsGauge::Waiting, 3),
    ] {
        assert_eq!(at(&counted, gauge), expected, "{gauge:?}");
    }
    assert_eq!(counted.len(), JobsGauge::Waiting.at() + 1);
    // Nobody makes the poll.
    let due = world.ledger.next_alarm(world.now).unwrap().unwrap();
    world.now = due.plus_ms(61_000);
    let late = sample(&world);
    assert_eq!((at(&late, JobsGauge::OverdueMs), at(&late, JobsGauge::IsLate)), (61_000, 1));
    // It is in flight.
    assert_eq!(world.ledger.due_polls(world.now).unwrap().len(), 1);
    assert_eq!(at(&sample(&world), JobsGauge::IsLate), 0);
}

#[test]
fn prompts_that_are_not_settled_are_counted() {
    let mut world = World::new();
    world.create("busy");
    let at = |world: &World, gauge: JobsGauge| sample(world)[gauge.at()];
    let of = |world: &World| (at(world, JobsGauge::Queued), at(world, JobsGauge::Unknown));
    assert_eq!(of(&world), (0, 0));
    world.queue("busy", "And the quickstart");
    let lost = world.call(None, "Update the changelog", None);
    world.settle(&lost, Err(CallFailure::Unreachable));
    assert_eq!(of(&world), (1, 1));
}

#[test]
fn what_was_reported_never_goes_back() {
    let disk = Traced::new();
    let start = UnixMs(1_790_000_000_000);
    let mut reported = vec![0; JobsGauge::PromptsLimit.at()];
    for round in 0..40_i64 {
        // Every few calls, the instance is gone.
        let ledger = Ledger::open(disk.clone(), SETTINGS, start).unwrap();
        for call in 0..=round % 4 {
            let now = start.plus_ms(round * 10_000 + call);
            ledger.count_rows(usize::try_from(round * 97 % 1_300).unwrap(), 3);
            match (round + call) % 3 {
                0 => ledger.record_failed_call(&CallFailure::Unreachable, now).unwrap(),
                1 => drop(ledger.acquire_poll(CallerKind::Person, now).unwrap()),
                _ => import_into(&ledger, &response("j", "active", None).unwrap(), &ada(), now),
            }
            if call == 1 {
                let sample = ledger.sample(0, 0, 0, now).unwrap();
                assert!(sample.iter().zip(&reported).all(|(now, before)| now >= before), "{round}");
                reported = sample[..reported.len()].to_vec();
            }
        }
    }
    assert!(reported[Counter::Polls as usize] > 10 && reported[Counter::Unreachable as usize] > 10);
}

#[test]
fn an_end_and_a_failure_survive_the_instance_without_a_report() {
    let disk = Traced::new();
    let start = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(disk.clone(), SETTINGS, start).unwrap();
    import_into(&ledger, &response("j1", "active", None).unwrap(), &ada(), start);
    import_into(&ledger, &response("j1", "completed", None).unwrap(), &ada(), start.plus_ms(7_000));
    ledger.record_failed_call(&CallFailure::Timeout { limit_ms: 1 }, start.plus_ms(8_000)).unwrap();
    let next = Ledger::open(disk, SETTINGS, start).unwrap();
    let counted = next.sample(0, 0, 0, start).unwrap();
    assert_eq!((count(&counted, Counter::EndDelayMs), count(&counted, Counter::Timeout)), (7_000, 1));
}

#[test]
fn a_report_with_nothing_new_writes_nothing_and_a_poll_is_counted_for_free() {
    let disk = Traced::new();
    let start = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(disk.clone(), SETTINGS, start).unwrap();
    disk.take();
    ledger.acquire_poll(CallerKind::Person, start).unwrap().unwrap();
    let writes = |disk: &Traced| {
        disk.take()
            .iter()
            .filter(|cost| cost.sql.starts_with("INSERT") || cost.sql.starts_with("UPDATE"))
            .count()
    };
    assert_eq!(writes(&disk), 1, "the rate limiter's own");
    for _ in 0..5 {
        ledger.count_rows(10, 1);
        ledger.sample(0, 0, 0, start).unwrap();
    }
    assert_eq!(writes(&disk), 0);
    ledger.count_rows(1_000, 0);
    let counted = ledger.sample(0, 0, 0, start).unwrap();
    assert_eq!((writes(&disk), count(&counted, Counter::RowsRead)), (1, 1_050));
}

#[test]
fn delays_are_in_their_buckets() {
    let mut world = World::new();
    end(&mut world, "j1", 100);
    let counted = sample(&world);
    let delays = &counted[Counter::EndDelays as usize..JobsGauge::PromptsLimit.at()];
    assert_eq!(delays.iter().sum::<i64>(), 1, "{delays:?}");
}
