//! Finding jobs again: filters, search, labels, hiding, and what people decide to watch.

use docket_wire::*;

use crate::world::{World, job, told};

fn ada() -> CallerName {
    CallerName("ada".into())
}

fn found(world: &World, pairs: &[(&str, &str)]) -> Vec<String> {
    let filter = JobFilter::from_pairs(pairs.iter().copied()).unwrap();
    let snapshot = world.ledger.snapshot(&filter, world.now).unwrap();
    snapshot.jobs.into_iter().map(|job| job.id.to_string()).collect()
}

fn patch(world: &World, id: &str, patch: JobPatch) -> JobEntry {
    world.ledger.patch(&job(id), &patch, &ada(), world.now).unwrap().unwrap()
}

fn labels(texts: &[&str]) -> Option<Vec<Label>> {
    Some(texts.iter().map(|text| Label::try_from((*text).to_owned()).unwrap()).collect())
}

/// A query, and the jobs that it finds.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

/// Four jobs, a minute apart.
fn shelf() -> World {
    let mut world = World::new();
    let prompts = [
        "Update the Quickstart for SDK 4",
        "Fix the café example",
        "Quick wins in the guide",
        "Nothing special",
    ];
    for (n, prompt) in prompts.into_iter().enumerate() {
        let id = world.call(None, prompt, None);
        world.settle(&id, told(&format!("j{n}"), if n == 1 { "failed" } else { "active" }, None));
        world.pass(60_000);
    }
    world
}

#[test]
fn filters_narrow_and_combine() {
    let mut world = shelf();
    let start = 1_790_000_000_000_i64;
    patch(&world, "j0", JobPatch { labels: labels(&["sdk", "urgent"]), ..JobPatch::default() });
    patch(&world, "j2", JobPatch { labels: labels(&["sdk"]), ..JobPatch::default() });
    world.ledger.attach(&told("j4", "active", None).unwrap(), &CallerName("bob".into()), world.now).unwrap();
    let at = |ms: i64| (start + ms).to_string();
    let cases: [Case<'_>; 12] = [
        (&[], &["j4", "j3", "j2", "j1", "j0"]),
        (&[("status", "failed")], &["j1"]),
        (&[("author", "ada")], &["j3", "j2", "j1", "j0"]),
        (&[("label", "sdk")], &["j2", "j0"]),
        (&[("label", "sdk"), ("before", "j2")], &["j0"]),
        (&[("label", "nothing")], &[]),
        (&[("since", &at(60_000)), ("until", &at(180_000))], &["j2", "j1"]),
        (&[("until", &at(0))], &[]),
        (&[("since", &at(999_999_999))], &[]),
        (&[("q", "quick"), ("label", "sdk"), ("status", "active")], &["j2", "j0"]),
        (&[("author", "ada"), ("limit", "2")], &["j3", "j2"]),
        (&[("status", "no such")], &[]),
    ];
    for (pairs, expected) in cases {
        assert_eq!(found(&world, pairs), expected, "{pairs:?}");
    }
    world.pass(0);
}

#[test]
fn words_are_found_in_prompts_and_follow_ups() {
    let mut world = shelf();
    let id = world.call(Some("j3"), "Mention the Webhooks page", None);
    world.settle(&id, told("j3", "active", None));
    let cases: [(&str, &[&str]); 9] = [
        ("quick", &["j2", "j0"]),
        ("QUICKSTART sdk", &["j0"]),
        ("cafe", &["j1"]),
        ("webhook", &["j3"]),
        ("special webhooks", &["j3"]),
        ("the \" OR NOT ( * : ^", &[]),
        ("!!", &[]),
        ("sdk-4", &["j0"]),
        ("xyz", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(found(&world, &[("q", text)]), expected, "{text}");
    }
}

#[test]
fn hidden_jobs_leave_the_list_and_come_back() {
    let world = shelf();
    let entry = patch(&world, "j1", JobPatch { hidden: Some(true), ..JobPatch::default() });
    assert!(entry.hidden);
    assert_eq!(found(&world, &[]), ["j3", "j2", "j0"]);
    assert_eq!(found(&world, &[("hidden", "true")]), ["j1"]);
    patch(&world, "j1", JobPatch { hidden: Some(false), ..JobPatch::default() });
    assert_eq!(found(&world, &[]).len(), 4);
    assert_eq!(
        world.kinds("j1").iter().rev().take(2).collect::<Vec<_>>(),
        [&EventKind::Unhidden, &EventKind::Hidden]
    );
}

#[test]
fn what_is_so_already_is_no_event() {
    let world = shelf();
    patch(&world, "j0", JobPatch { labels: labels(&["b", "a", "b"]), ..JobPatch::default() });
    let before = world.ledger.revision().unwrap();
    let same = JobPatch { labels: labels(&["a", "b"]), hidden: Some(false), polling: Some(true) };
    let entry = patch(&world, "j0", same);
    assert_eq!(entry.labels, labels(&["a", "b"]).unwrap());
    assert_eq!(world.ledger.revision().unwrap(), before);
}

#[test]
fn a_job_can_be_left_alone_and_watched_again() {
    let mut world = World::new();
    world.create("j1");
    let entry = patch(&world, "j1", JobPatch { polling: Some(false), ..JobPatch::default() });
    assert_eq!(entry.polling, Polling::Stopped);
    assert!(!world.is_watched());
    // Asking for it by its id does not change that.
    world.ledger.attach(&told("j1", "active", None).unwrap(), &ada(), world.now).unwrap();
    assert!(!world.is_watched());
    patch(&world, "j1", JobPatch { polling: Some(true), ..JobPatch::default() });
    world.look(told("j1", "completed", None));
    assert_eq!(world.detail("j1").job.polling, Polling::Ended);
}

#[test]
fn a_job_far_past_its_kind_is_called_stale_and_never_failed() {
    let mut world = World::new();
    world.create("j1");
    for _ in 0..2_000 {
        world.look(told("j1", "active", None));
        if world.now.since_ms(UnixMs(1_790_000_000_000)) > 3 * 86_400_000 {
            break;
        }
    }
    let entry = world.detail("j1").job;
    assert!(entry.stale && entry.status == JobStatus::Active, "{entry:?}");
    let spans: Vec<EventKind> =
        world.kinds("j1").into_iter().filter(|kind| *kind == EventKind::BecameStale).collect();
    assert_eq!(spans.len(), 1);
    world.look(told("j1", "completed", None));
    assert!(!world.detail("j1").job.stale);
}
