//! Labels that a prompt comes with.

use docket_core::jobs::{NewSubmission, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_failure;
use docket_wire::*;

use crate::world::{World, ada, job, labels, response};

fn new(id: &str, to: Option<&str>, key: Option<&str>, of: &[&str]) -> NewSubmission {
    NewSubmission {
        id: id.parse().unwrap(),
        job: to.map(job),
        prompt: "Update the quickstart".to_owned(),
        author: ada(),
        idempotency_key: key.map(str::to_owned),
        is_confirmed: true,
        labels: labels(of).unwrap(),
    }
}

fn call(world: &World, new: &NewSubmission) -> SubmissionId {
    match world.ledger.submit(new, world.now).unwrap() {
        SubmitDecision::Call { submission } => submission,
        other => panic!("{other:?}"),
    }
}

fn labels_of(world: &World, id: &str) -> Vec<Label> {
    world.detail(id).job.labels
}

#[test]
fn a_job_has_the_labels_of_its_prompt_once_the_service_accepts_it() {
    let world = World::new();
    let id = call(&world, &new("s1", None, None, &["release-4", "sdk"]));
    world.settle(&id, response("j1", "active", None));
    assert_eq!(labels_of(&world, "j1"), labels(&["release-4", "sdk"]).unwrap());
    let detail = world.detail("j1");
    let labelled =
        detail.events.iter().find(|event| matches!(event.what, EventKind::Labelled { .. })).unwrap();
    assert_eq!(labelled.author, Some(ada()));
    assert_eq!(detail.job.revision, labelled.revision, "consoles that follow the job get them");
}

#[test]
fn a_prompt_that_was_rejected_or_lost_keeps_its_labels() {
    let world = World::new();
    let lost = new("s1", None, None, &["sdk"]);
    let id = call(&world, &lost);
    world.settle(&id, Err(CallFailure::Timeout { limit_ms: 1 }));
    let found = response("j1", "active", None).unwrap();
    let seen = world.ledger.reads().job_revision(&found.job.id).unwrap();
    world.ledger.match_submission(&id, &found, seen, &CallerName("bob".into()), world.now).unwrap().unwrap();
    assert_eq!(labels_of(&world, "j1"), labels(&["sdk"]).unwrap());
    assert_eq!(world.detail("j1").job.author, Some(ada()));

    let rejected = new("s2", None, Some("k"), &["sdk"]);
    let id = call(&world, &rejected);
    world.settle(&id, Err(read_failure(400, ("", ""), "")));
    let again = call(&world, &rejected);
    assert_eq!(again, id);
    world.settle(&again, response("j2", "active", None));
    assert_eq!(labels_of(&world, "j2"), labels(&["sdk"]).unwrap());
}

#[test]
fn the_labels_of_a_follow_up_are_added_as_far_as_a_job_may_have_so_many() {
    let mut world = World::new();
    world.create("j1");
    let own: Vec<String> = (10..29).map(|number| format!("l{number}")).collect();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    world.patch("j1", JobPatch { labels: labels(&own), ..JobPatch::default() });
    let id = call(&world, &new("s1", Some("j1"), None, &["a", "l10", "z"]));
    world.settle(&id, response("j1", "active", None));
    let all = labels_of(&world, "j1");
    assert_eq!(all.len(), JobPatch::LABELS_MAX);
    assert!(all.contains(&labels(&["a"]).unwrap()[0]) && !all.contains(&labels(&["z"]).unwrap()[0]));
    let before = world.ledger.revision().unwrap();
    let id = call(&world, &new("s2", Some("j1"), None, &["l11"]));
    world.settle(&id, response("j1", "active", None));
    assert_eq!(world.ledger.revision().unwrap(), before + 2, "a label that the job has is no event");
}

#[test]
fn the_same_key_with_other_labels_is_another_request() {
    let world = World::new();
    let id = call(&world, &new("s1", None, Some("k"), &["sdk"]));
    world.settle(&id, response("j1", "active", None));
    let repeat = |of: &[&str]| world.ledger.submit(&new("s2", None, Some("k"), of), world.now).unwrap();
    assert!(matches!(repeat(&["sdk"]), SubmitDecision::Replayed { .. }));
    assert!(matches!(repeat(&["api"]), SubmitDecision::KeyReused));
    assert!(matches!(repeat(&[]), SubmitDecision::KeyReused));
}
