//! Retention deletes what has expired, in portions, and nothing else.

mod prompts;

use docket_core::jobs::{DeletedRecords, JobRetention, Ledger, LedgerSettings, SubmitDecision};
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::traced::Traced;
use crate::world::{SETTINGS, World, ada, import_into, job, labels, response};

const JOBS_30: JobRetention = JobRetention { jobs_days: Some(30), prompts_days: None };

fn world() -> World {
    World::with(LedgerSettings { agent_per_hour: 1_000, retention: JOBS_30, ..SETTINGS })
}

/// A job that ends at once.
fn ended(world: &mut World, id: &str) {
    world.create(id);
    import_into(&world.ledger, &response(id, "completed", None).unwrap(), &ada(), world.now);
}

/// Deletes everything that has expired.
fn delete_all(world: &World) -> usize {
    let mut jobs = 0;
    loop {
        let deleted = world.ledger.retention().delete_expired(world.now).unwrap();
        if !deleted.is_any {
            return jobs;
        }
        jobs += deleted.jobs;
    }
}

fn has(world: &World, id: &str) -> bool {
    world.ledger.reads().has_job(&job(id)).unwrap()
}

fn listed(world: &World, pairs: &[(&str, &str)]) -> Vec<String> {
    let filter = JobFilter::from_pairs(pairs.iter().copied()).unwrap();
    world
        .ledger
        .reads()
        .snapshot(&filter, world.now)
        .unwrap()
        .jobs
        .into_iter()
        .map(|job| job.id.to_string())
        .collect()
}

#[test]
fn an_ended_job_is_deleted_after_its_days_with_everything_about_it() {
    let mut world = world();
    ended(&mut world, "j1");
    world.create("open");
    world.patch("j1", JobPatch { labels: labels(&["docs"]), ..JobPatch::default() });
    let revision = world.ledger.revision().unwrap();
    let item = InboxMark { subject: InboxSubject::Job(job("j1")), revision, read: true };
    world.ledger.inbox(&ada()).mark(&InboxPatch { read_up_to: None, marks: vec![item] }, world.now).unwrap();
    world.pass(30 * DAY_MS);
    assert_eq!(delete_all(&world), 0, "it is 30 days old, and not older");
    world.pass(1);
    let revision = world.ledger.revision().unwrap();
    assert_eq!(delete_all(&world), 1);

    assert!(!has(&world, "j1") && has(&world, "open"));
    assert_eq!(world.ledger.reads().detail(&job("j1"), &HistoryQuery::default()).unwrap(), None);
    assert_eq!(world.ledger.reads().stored_job(&job("j1")).unwrap(), None);
    assert_eq!(listed(&world, &[]), ["open"]);
    assert_eq!(listed(&world, &[("label", "docs")]), Vec::<String>::new());
    assert_eq!(listed(&world, &[("q", "quickstart")]), ["open"]);
    assert_eq!(world.ledger.inbox(&ada()).read(10, world.now).unwrap().ended.items, []);
    assert_eq!(world.ledger.revision().unwrap(), revision + 1, "the lists have changed");
    // The service's next response for it adds it as for the first time.
    import_into(&world.ledger, &response("j1", "completed", None).unwrap(), &ada(), world.now);
    assert!(world.kinds("j1").iter().any(|kind| matches!(kind, EventKind::Imported { .. })));
    assert_eq!(world.detail("j1").job.labels, []);
}

#[test]
fn without_the_setting_nothing_is_ever_deleted() {
    let mut world = World::new();
    ended(&mut world, "j1");
    world.pass(10_000 * DAY_MS);
    assert_eq!(world.ledger.retention().delete_expired(world.now).unwrap(), DeletedRecords::default());
    assert!(has(&world, "j1"));
}

#[test]
fn what_is_open_or_waits_for_a_person_or_the_service_stays() {
    let mut world = world();
    world.create("active");
    for id in ["queued", "sending", "unknown", "rejected", "later"] {
        ended(&mut world, id);
    }
    let unreadable = || Err(CallFailure::Unreachable);
    let follow_up = world.call(Some("unknown"), "And now?", None);
    world.settle(&follow_up, unreadable());
    // The job of the lost follow-up ends again, but its prompt is still of unknown outcome.
    world.pass(60_000);
    import_into(&world.ledger, &response("unknown", "completed", None).unwrap(), &ada(), world.now);
    let rejected = world.call(Some("rejected"), "Once more", None);
    world.settle(&rejected, Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }));
    world.pass(31 * DAY_MS);
    world.queue("queued", "Wait for it");
    world.call(Some("sending"), "Is being sent", None);
    let late = world.call(Some("later"), "A late follow-up", None);
    world.settle(&late, Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }));
    assert_eq!(delete_all(&world), 1);
    let stays = ["active", "queued", "sending", "unknown", "later"];
    assert!(stays.iter().all(|id| has(&world, id)), "{:?}", listed(&world, &[]));
    assert!(!has(&world, "rejected"), "nothing of it is under way");
}

#[test]
fn a_follow_up_keeps_its_job_for_as_long_again() {
    let mut world = world();
    ended(&mut world, "j1");
    world.pass(29 * DAY_MS);
    let follow_up = world.call(Some("j1"), "And the second page", None);
    world.settle(&follow_up, response("j1", "completed", None));
    world.pass(60_000);
    import_into(&world.ledger, &response("j1", "completed", None).unwrap(), &ada(), world.now);
    world.pass(29 * DAY_MS);
    assert_eq!(delete_all(&world), 0);
    world.pass(2 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
}

#[test]
fn a_prompt_that_created_no_job_is_deleted_like_a_job() {
    let mut world = world();
    let rejected = world.call(None, "Rejected", Some("k1"));
    world.settle(&rejected, Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }));
    let unknown = world.call(None, "Lost", None);
    world.settle(&unknown, Err(CallFailure::Unreachable));
    world.pass(31 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    let open: Vec<_> = world.open_submissions().into_iter().map(|open| open.title).collect();
    assert_eq!(open, ["Lost"], "a person still has to decide about it");
    world.ledger.discard(&unknown, &ada(), world.now).unwrap().unwrap();
    assert_eq!(world.ledger.reads().submission(&unknown).unwrap().unwrap().title, "Lost");
    world.pass(2 * 3_600_000);
    assert_eq!(delete_all(&world), 1);
    assert_eq!(world.ledger.reads().submission(&unknown).unwrap(), None);
}

#[test]
fn a_rejected_follow_up_is_deleted_with_its_job_or_alone_if_docket_lacks_that() {
    let mut world = world();
    world.create("open");
    let [alone, of_open] = ["lacking", "open"].map(|id| {
        let follow_up = world.call(Some(id), "And now?", None);
        world.settle(&follow_up, Err(CallFailure::Rejected { status: 404, error: "No.".to_owned() }));
        follow_up
    });
    world.pass(31 * DAY_MS);
    let before = world.ledger.retention().preview(&RetentionQuery::default(), world.now).unwrap();
    let live = world.ledger.revision().unwrap();
    assert_eq!((before.jobs.expired, delete_all(&world)), (1, 1));
    assert_eq!(world.ledger.reads().submission(&alone).unwrap(), None);
    assert!(world.ledger.reads().submission(&of_open).unwrap().is_some(), "its job is still there");
    let LiveMessage::Changes { events, .. } = world.ledger.reads().catch_up(Some(live), world.now).unwrap()
    else {
        panic!("nothing that the console missed is deleted")
    };
    let deleted: Vec<_> = events.into_iter().map(|event| (event.job, event.submission)).collect();
    assert_eq!(deleted, [(None, Some(alone))]);
    assert_eq!(delete_all(&world), 0);
}

#[test]
fn a_live_console_learns_of_a_deletion_and_one_that_was_away_gets_a_snapshot() {
    let mut world = world();
    ended(&mut world, "j1");
    let away = world.ledger.revision().unwrap() - 1;
    ended(&mut world, "j2");
    world.pass(31 * DAY_MS);
    world.create("new");
    let live = world.ledger.revision().unwrap();
    assert_eq!(delete_all(&world), 2);
    let LiveMessage::Changes { events, jobs, .. } =
        world.ledger.reads().catch_up(Some(live), world.now).unwrap()
    else {
        panic!("nothing that the console missed is deleted")
    };
    let deleted: Vec<_> = events.iter().map(|event| (event.job.clone(), event.what.clone())).collect();
    assert_eq!(deleted, [(Some(job("j1")), EventKind::Deleted), (Some(job("j2")), EventKind::Deleted)]);
    assert_eq!(jobs, []);
    let missed = world.ledger.reads().catch_up(Some(away), world.now).unwrap();
    let LiveMessage::Snapshot(snapshot) = missed else { panic!("{missed:?}") };
    assert_eq!(snapshot.jobs.len(), 1);
}

#[test]
fn the_last_revision_is_never_given_again() {
    let mut world = world();
    ended(&mut world, "j1");
    let before = world.ledger.revision().unwrap();
    world.pass(31 * DAY_MS);
    delete_all(&world);
    let mut last = world.ledger.revision().unwrap();
    assert!(last > before);
    // The events of deletions are forgotten after a day, but for the last one.
    for id in ["j2", "j3"] {
        ended(&mut world, id);
        world.pass(31 * DAY_MS);
        delete_all(&world);
        assert!(world.ledger.revision().unwrap() > last);
        last = world.ledger.revision().unwrap();
    }
    let LiveMessage::Changes { events, .. } =
        world.ledger.reads().catch_up(Some(last - 1), world.now).unwrap()
    else {
        panic!()
    };
    assert_eq!(events.len(), 1);
    let LiveMessage::Snapshot(_) = world.ledger.reads().catch_up(Some(0), world.now).unwrap() else {
        panic!()
    };
}

#[test]
fn a_job_with_a_long_history_is_deleted_in_portions() {
    let mut world = world();
    ended(&mut world, "j1");
    for n in 0..150 {
        world.patch("j1", JobPatch { hidden: Some(n % 2 == 0), ..JobPatch::default() });
    }
    world.pass(31 * DAY_MS);
    let first = world.ledger.retention().delete_expired(world.now).unwrap();
    assert!(first.is_any && first.jobs == 0 && has(&world, "j1"), "{first:?}");
    let revision = world.ledger.revision().unwrap();
    let second = world.ledger.retention().delete_expired(world.now).unwrap();
    assert!(second.jobs == 1 && !has(&world, "j1"), "{second:?}");
    assert_eq!(world.ledger.revision().unwrap(), revision + 1);
}

#[test]
fn the_alarm_is_set_for_the_day_on_which_something_expires() {
    let mut world = world();
    ended(&mut world, "j1");
    let ended_at = world.now;
    // Polls of the ended job come first, and the object deletes whether or not the project is configured.
    while let Some(at) = world.ledger.next_alarm(world.now).unwrap()
        && at < ended_at.plus_ms(8 * DAY_MS)
    {
        world.now = at;
        for poll in world.ledger.due_polls(world.now).unwrap() {
            world.record_poll(&poll, response("j1", "completed", None));
        }
    }
    let goes_at = ended_at.plus_ms(30 * DAY_MS + 1);
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), Some(goes_at));
    assert_eq!(world.ledger.next_alarm_unconfigured(world.now).unwrap(), Some(goes_at));
    assert_eq!(world.ledger.has_calls(world.now), Ok(false), "the alarm has nothing to call");
    world.now = goes_at;
    assert_eq!(delete_all(&world), 1);
    assert_eq!(world.ledger.next_alarm(world.now).unwrap(), None, "nothing is left to do");
}

#[test]
fn the_number_of_polled_jobs_and_what_was_learned_stay() {
    let mut world = world();
    world.create("open");
    ended(&mut world, "j1");
    world.pass(31 * DAY_MS);
    let before = world.ledger.status(0, world.now).unwrap();
    assert_eq!(delete_all(&world), 1);
    let after = world.ledger.status(0, world.now).unwrap();
    assert_eq!((after.polling.jobs, after.durations), (before.polling.jobs, before.durations));
    assert_eq!(after.polling.jobs.scheduled, 1);
}

#[test]
fn a_preview_counts_what_would_go_with_the_settings_or_with_other_days() {
    let mut world = world();
    ended(&mut world, "j1");
    world.pass(20 * DAY_MS);
    let oldest = world.now;
    let rejected = world.call(None, "Rejected", None);
    world.settle(&rejected, Err(CallFailure::Rejected { status: 400, error: "No.".to_owned() }));
    ended(&mut world, "j2");
    world.pass(20 * DAY_MS);
    let preview = |jobs_days, prompts_days| {
        let query = RetentionQuery { jobs_days, prompts_days, ..RetentionQuery::default() };
        world.ledger.retention().preview(&query, world.now).unwrap()
    };
    let set = preview(None, None);
    assert_eq!((set.jobs.days, set.jobs.counted_days, set.jobs.expired), (Some(30), Some(30), 1));
    assert_eq!((set.prompts.days, set.prompts.counted_days, set.prompts.expired), (None, None, 0));
    assert_eq!((set.audit.days, set.audit.expired), (Some(365), 0));
    let other = preview(Some(10), Some(10));
    assert_eq!((other.jobs.days, other.jobs.counted_days, other.jobs.expired), (Some(30), Some(10), 3));
    assert_eq!((other.prompts.expired, other.prompts.more), (3, false));
    assert_eq!(delete_all(&world), 1, "exactly what the preview said");
    assert_eq!(preview(Some(10), None).jobs.oldest, Some(oldest));
    assert_eq!(preview(None, None).jobs.expired, 0);
}

fn steps(disk: &Traced) -> i64 {
    disk.take().iter().map(|cost| cost.steps).sum()
}

/// The costs of one deletion, of a check that finds nothing, and of a preview, in a ledger in which so many jobs stay.
fn deletion_steps(jobs: usize) -> [i64; 3] {
    let disk = Traced::new();
    let settings = LedgerSettings { agent_per_hour: 1_000_000, retention: JOBS_30, ..SETTINGS };
    let start = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(disk.clone(), settings, start).unwrap();
    let later = start.plus_ms(20 * DAY_MS);
    for n in 0..=jobs {
        let at = if n == 0 { start } else { later.plus_ms(n as i64) };
        let status = if n % 2 == 0 { "completed" } else { "active" };
        import_into(&ledger, &response(&format!("j{n:05}"), status, None).unwrap(), &ada(), at);
    }
    let now = start.plus_ms(31 * DAY_MS);
    disk.take();
    let preview = {
        ledger.retention().preview(&RetentionQuery::default(), now).unwrap();
        steps(&disk)
    };
    assert_eq!(ledger.retention().delete_expired(now).unwrap().jobs, 1);
    let deleted = steps(&disk);
    assert_eq!(ledger.retention().delete_expired(now).unwrap(), DeletedRecords::default());
    let nothing = steps(&disk);
    ledger.retention().delete_expired(now).unwrap();
    assert_eq!(steps(&disk), 0, "a check that is not due reads nothing");
    [deleted, nothing, preview]
}

#[test]
fn a_deletion_costs_the_same_however_many_jobs_stay() {
    let [few, many] = [deletion_steps(100), deletion_steps(2_000)];
    for (few, many) in few.into_iter().zip(many) {
        assert!(many * 10 <= few * 11, "{few} steps before, {many} now");
    }
}

#[test]
fn a_key_is_forgotten_with_its_job() {
    let mut world = world();
    let first = world.call(None, "Update the quickstart", Some("release-1"));
    world.settle(&first, response("j1", "completed", None));
    assert!(matches!(
        world.submit(None, "Update the quickstart", Some("release-1")),
        SubmitDecision::Replayed { .. }
    ));
    world.pass(31 * DAY_MS);
    assert_eq!(delete_all(&world), 1);
    let again = world.submit(None, "Update the quickstart", Some("release-1"));
    assert!(matches!(again, SubmitDecision::Call { .. }), "{again:?}");
}
