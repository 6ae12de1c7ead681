//! What people change about a job: polling, hiding and labels.

use docket_wire::*;

use crate::world::{World, ada, labels, response};

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
    world.ledger.attach(&response("j1", "active", None).unwrap(), &ada(), world.now).unwrap();
    assert!(!world.is_polled());
    world.patch("j1", JobPatch { polling: Some(true), ..JobPatch::default() });
    world.poll(response("j1", "completed", None));
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
}
