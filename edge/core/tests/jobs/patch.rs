//! What people change about a job: polling, hiding and labels.

use docket_core::jobs::PatchConflict;
use docket_core::upstream::response::read_failure;
use docket_wire::*;

use crate::world::{World, ada, import_into, job, labels, response};

#[test]
fn a_patch_that_changes_nothing_appends_no_event() {
    let mut world = World::new();
    world.create("j0");
    world.patch("j0", JobPatch { labels: labels(&["b", "a", "b"]), ..JobPatch::default() });
    let before = world.ledger.revision().unwrap();
    let same = JobPatch { labels: labels(&["a", "b"]), hidden: Some(false), polling: Some(true) };
    let entry = world.patch("j0", same);
    assert_eq!(entry.labels, labels(&["a", "b"]).unwrap());
    assert_eq!(world.ledger.revision().unwrap(), before);
}

#[test]
fn polling_stops_and_resumes_on_request() {
    let mut world = World::new();
    world.create("j1");
    let entry = world.patch("j1", JobPatch { polling: Some(false), ..JobPatch::default() });
    assert_eq!(entry.polling, Polling::Stopped);
    assert!(!world.is_polled());
    // A request for the job by its id does not resume polling.
    import_into(&world.ledger, &response("j1", "active", None).unwrap(), &ada(), world.now);
    assert!(!world.is_polled());
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), None);
    world.patch("j1", JobPatch { polling: Some(true), ..JobPatch::default() });
    world.poll(response("j1", "completed", None));
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
}

#[test]
fn polling_that_was_suspended_and_then_stopped_is_not_resumed_by_a_response() {
    let mut world = World::new();
    world.create("j1");
    world.poll(Err(read_failure(401, ("", ""), "")));
    world.patch("j1", JobPatch { polling: Some(false), ..JobPatch::default() });
    let polling = world.ledger.status(0, world.now).unwrap().polling;
    assert_eq!((polling.jobs.suspended, polling.jobs.stopped), (0, 1));
    import_into(&world.ledger, &response("j1", "active", None).unwrap(), &ada(), world.now);
    assert_eq!(world.kinds("j1").last(), Some(&EventKind::PollingStopped));
    assert_eq!(world.detail("j1").job.polling, Polling::Stopped);
}

#[test]
fn polling_does_not_stop_while_follow_ups_are_queued() {
    let mut world = World::new();
    world.create("j1");
    let queued = world.queue("j1", "Then the index");
    let stop = JobPatch { polling: Some(false), hidden: Some(true), ..JobPatch::default() };
    let before = world.ledger.revision().unwrap();
    let patched = world.ledger.patch(&job("j1"), &stop, &ada(), world.now).unwrap();
    assert_eq!(patched, Err(PatchConflict::FollowUpsQueued));
    assert_eq!(world.ledger.revision().unwrap(), before, "no member of the patch is applied");
    world.ledger.discard(&queued, &ada(), world.now).unwrap().unwrap();
    assert_eq!(world.patch("j1", stop).polling, Polling::Stopped);
}

#[test]
fn an_ended_job_can_be_polled_at_once_but_not_stopped() {
    let mut world = World::new();
    world.create("j1");
    world.poll(response("j1", "completed", None));
    let revision = world.ledger.revision().unwrap();
    let entry = world.patch("j1", JobPatch { polling: Some(false), ..JobPatch::default() });
    assert_eq!(entry.polling, Polling::Ended);
    world.patch("j1", JobPatch { polling: Some(true), ..JobPatch::default() });
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), Some(world.now));
    assert_eq!(world.ledger.revision().unwrap(), revision, "nothing changed that has an event");
}
