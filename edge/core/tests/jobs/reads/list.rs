//! The list of jobs: filters, search, and hidden jobs.

use docket_wire::*;

use crate::world::{World, import_into, labels, response};

fn found(world: &World, pairs: &[(&str, &str)]) -> Vec<String> {
    let filter = JobFilter::from_pairs(pairs.iter().copied()).unwrap();
    let snapshot = world.ledger.reads().snapshot(&filter, world.now).unwrap();
    snapshot.jobs.into_iter().map(|job| job.id.to_string()).collect()
}

/// A query, and the jobs that match it.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

/// Four jobs, a minute apart.
fn four_jobs() -> World {
    let mut world = World::new();
    let prompts = [
        "Update the Quickstart for SDK 4",
        "Fix the café example",
        "Quick wins in the guide",
        "Nothing special",
    ];
    for (n, prompt) in prompts.into_iter().enumerate() {
        let id = world.call(None, prompt, None);
        world.settle(&id, response(&format!("j{n}"), if n == 1 { "failed" } else { "active" }, None));
        world.pass(60_000);
    }
    world
}

#[test]
fn filters_narrow_and_combine() {
    let mut world = four_jobs();
    let start = 1_790_000_000_000_i64;
    world.patch("j0", JobPatch { labels: labels(&["sdk", "urgent"]), ..JobPatch::default() });
    world.patch("j2", JobPatch { labels: labels(&["sdk"]), ..JobPatch::default() });
    import_into(
        &world.ledger,
        &response("j4", "active", None).unwrap(),
        &CallerName("bob".into()),
        world.now,
    );
    let at = |ms: i64| UnixMs(start + ms).to_string();
    let cases: [Case<'_>; 15] = [
        (&[], &["j4", "j3", "j2", "j1", "j0"]),
        (&[("status", "failed")], &["j1"]),
        (&[("author", "ada")], &["j3", "j2", "j1", "j0"]),
        (&[("label", "sdk")], &["j2", "j0"]),
        (&[("label", "sdk"), ("before", "j2")], &["j0"]),
        (&[("label", "nothing")], &[]),
        (&[("addedSince", &at(60_000)), ("addedUntil", &at(180_000))], &["j2", "j1"]),
        (&[("addedUntil", &at(0))], &[]),
        (&[("addedSince", &at(999_999_999))], &[]),
        (&[("q", "quick"), ("label", "sdk"), ("status", "active")], &["j2", "j0"]),
        (&[("author", "ada"), ("limit", "2")], &["j3", "j2"]),
        (&[("status", "no such")], &[]),
        (&[("sort", "oldest"), ("limit", "2")], &["j0", "j1"]),
        (&[("sort", "oldest"), ("before", "j1"), ("author", "ada")], &["j2", "j3"]),
        (&[("sort", "oldest"), ("label", "sdk"), ("q", "quick")], &["j0", "j2"]),
    ];
    for (pairs, expected) in cases {
        assert_eq!(found(&world, pairs), expected, "{pairs:?}");
    }
    world.pass(0);
}

#[test]
fn a_job_is_found_by_its_pull_request_and_by_its_id() {
    let mut world = World::new();
    let long = "01890000-0000-7000-8000-000000000000";
    let ids = ["j0", "j1", "j2", long];
    for (id, pull_request) in ids.into_iter().zip(["4", "40", "405", "405"]) {
        let submission = world.call(None, &format!("Prompt about {id}"), None);
        let link = format!("https://code.example/acme/docs/pull/{pull_request}");
        world.settle(&submission, response(id, "completed", Some(&link)));
        world.pass(60_000);
    }
    world.patch("j2", JobPatch { hidden: Some(true), ..JobPatch::default() });
    // The service has no link while a follow-up is active.
    let follow_up = world.call(Some(long), "And the glossary", None);
    world.settle(&follow_up, response(long, "active", None));
    world.pass(3_600_000);
    let mention = world.call(None, "Like job 01890000-0000-7000-8000-00000000000f, and #405", None);
    world.settle(&mention, response("j4", "active", None));
    let cases: [Case<'_>; 8] = [
        (&[("q", "#4")], &["j0"]),
        (&[("q", " #405 ")], &[long]),
        (&[("q", "#405"), ("hidden", "true")], &["j2"]),
        (&[("q", "#405"), ("status", "completed")], &[]),
        (&[("q", "#6")], &[]),
        (&[("q", "405")], &["j4"]),
        (&[("q", long)], &[long]),
        (&[("q", "01890000-0000-7000-8000-00000000000f")], &["j4"]),
    ];
    for (pairs, expected) in cases {
        assert_eq!(found(&world, pairs), expected, "{pairs:?}");
    }
}

#[test]
fn jobs_that_ended_are_found_by_their_end() {
    let mut world = four_jobs();
    world.patch("j0", JobPatch { labels: labels(&["sdk"]), ..JobPatch::default() });
    // The first job ends last.
    for id in ["j3", "j0"] {
        import_into(
            &world.ledger,
            &response(id, "completed", None).unwrap(),
            &CallerName("bob".into()),
            world.now,
        );
        world.pass(60_000);
    }
    let at = |ms: i64| UnixMs(1_790_000_000_000 + ms).to_string();
    let cases: [Case<'_>; 9] = [
        (&[("endedSince", &at(0))], &["j3", "j1", "j0"]),
        (&[("endedSince", &at(60_000)), ("endedUntil", &at(60_001))], &["j1"]),
        (&[("endedSince", &at(240_000))], &["j3", "j0"]),
        (&[("endedUntil", &at(300_000))], &["j3", "j1"]),
        (&[("endedSince", &at(0)), ("limit", "2")], &["j3", "j1"]),
        (&[("endedSince", &at(0)), ("before", "j1")], &["j0"]),
        (&[("endedSince", &at(240_000)), ("label", "sdk")], &["j0"]),
        (&[("endedSince", &at(0)), ("q", "fix")], &["j1"]),
        (&[("endedSince", &at(0)), ("addedSince", &at(60_000)), ("status", "completed")], &["j3"]),
    ];
    for (pairs, expected) in cases {
        assert_eq!(found(&world, pairs), expected, "{pairs:?}");
    }
}

#[test]
fn search_covers_prompts_and_follow_ups() {
    let mut world = four_jobs();
    let id = world.call(Some("j3"), "Mention the Webhooks page", None);
    world.settle(&id, response("j3", "active", None));
    let cases: [(&str, &[&str]); 16] = [
        ("quick", &["j2", "j0"]),
        ("cafe\u{301}", &["j1"]),
        ("fix ca\u{301}fe exam", &["j1"]),
        ("\u{301}", &[]),
        ("QUICKSTART sdk", &["j0"]),
        ("cafe", &["j1"]),
        ("webhook", &["j3"]),
        ("special webhooks", &["j3"]),
        ("the \" OR NOT ( * : ^", &[]),
        ("!!", &[]),
        ("sdk-4", &["j0"]),
        ("\"SDK 4\"", &["j0"]),
        ("4-sdk", &[]),
        ("4 sdk", &["j0"]),
        ("webhooks/page", &["j3"]),
        ("xyz", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(found(&world, &[("q", text)]), expected, "{text}");
    }
}

#[test]
fn a_nul_in_a_prompt_separates_words_and_ends_no_search() {
    let mut world = World::new();
    let id = world.call(None, "alpha\0beta gamma", None);
    world.settle(&id, response("j1", "active", None));
    let id = world.call(Some("j1"), "delta\0epsilon", None);
    world.settle(&id, response("j1", "active", None));
    for word in ["alpha", "beta", "gamma", "delta", "epsilon"] {
        assert_eq!(found(&world, &[("q", word)]), ["j1"], "{word}");
    }
    let stored = world.ledger.reads().submission(&id).unwrap().unwrap();
    assert_eq!(stored.prompt.as_deref(), Some("delta\0epsilon"));
}

#[test]
fn hidden_jobs_leave_the_list_until_unhidden() {
    let world = four_jobs();
    let entry = world.patch("j1", JobPatch { hidden: Some(true), ..JobPatch::default() });
    assert!(entry.hidden);
    assert_eq!(found(&world, &[]), ["j3", "j2", "j0"]);
    assert_eq!(found(&world, &[("hidden", "true")]), ["j1"]);
    world.patch("j1", JobPatch { hidden: Some(false), ..JobPatch::default() });
    assert_eq!(found(&world, &[]).len(), 4);
    assert_eq!(
        world.kinds("j1").iter().rev().take(2).collect::<Vec<_>>(),
        [&EventKind::Unhidden, &EventKind::Hidden]
    );
}
