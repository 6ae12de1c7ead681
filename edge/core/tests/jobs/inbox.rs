//! The inbox of each person: what is in it, and what they have read.

use docket_core::jobs::READ_MARKS_MAX;
use docket_core::upstream::failure::CallFailure;
use docket_wire::*;

use crate::world::{World, ada, import_into, job, response};

fn grace() -> CallerName {
    CallerName("grace".to_owned())
}

fn inbox(world: &World, person: &CallerName) -> Inbox {
    let inbox = world.ledger.inbox(person).read(Inbox::LIMIT_MAX, world.now).unwrap();
    let count = world.ledger.inbox(person).read(0, world.now).unwrap();
    assert_eq!(
        (count.revision, count.unread),
        (inbox.revision, inbox.unread),
        "the count agrees with the list"
    );
    for (counted, listed) in
        [(&count.needs_you, &inbox.needs_you), (&count.ended, &inbox.ended), (&count.running, &inbox.running)]
    {
        let has_unread = listed.items.iter().any(|item| !item.read);
        assert_eq!((counted.items.len(), counted.has_more), (0, has_unread), "a group without its items");
    }
    inbox
}

fn names(group: &InboxGroup) -> Vec<String> {
    let name = |item: &InboxItem| match &item.subject {
        InboxSubject::Job(id) => id.to_string(),
        InboxSubject::Submission(id) => id.to_string(),
    };
    group.items.iter().map(name).collect()
}

fn groups(world: &World) -> [Vec<String>; 3] {
    let inbox = inbox(world, &ada());
    [names(&inbox.needs_you), names(&inbox.ended), names(&inbox.running)]
}

fn job_subject(id: &str) -> InboxSubject {
    InboxSubject::Job(job(id))
}

fn mark(world: &World, person: &CallerName, subject: InboxSubject, revision: u64, read: bool) -> u32 {
    let patch = InboxPatch { marks: vec![InboxMark { subject, revision, read }], ..InboxPatch::default() };
    world.ledger.inbox(person).mark(&patch, world.now).unwrap().unread
}

fn read_all(world: &World, person: &CallerName, revision: u64) -> u32 {
    let patch = InboxPatch { read_up_to: Some(revision), ..InboxPatch::default() };
    world.ledger.inbox(person).mark(&patch, world.now).unwrap().unread
}

fn revision(world: &World) -> u64 {
    world.ledger.revision().unwrap()
}

/// A job that has ended.
fn ended(world: &mut World, id: &str, status: &str) {
    world.create(id);
    loop {
        let polls = world.next_polls();
        let is_own = polls.iter().any(|poll| poll.job == job(id));
        for poll in polls {
            let status = if poll.job == job(id) { status } else { "active" };
            world.record_poll(&poll, response(poll.job.as_str(), status, None));
        }
        if is_own {
            return;
        }
    }
}

#[test]
fn each_job_is_in_one_group_and_a_hidden_one_in_none() {
    let mut world = World::new();
    ended(&mut world, "done", "completed");
    ended(&mut world, "failed", "failed");
    world.create("active");
    world.create("stopped");
    world.patch("stopped", JobPatch { polling: Some(false), ..JobPatch::default() });
    assert_eq!(
        groups(&world),
        [vec!["stopped".to_owned(), "failed".into()], vec!["done".into()], vec!["active".into()]]
    );
    for id in ["done", "failed", "active", "stopped"] {
        world.patch(id, JobPatch { hidden: Some(true), ..JobPatch::default() });
    }
    assert_eq!(groups(&world), [const { Vec::<String>::new() }; 3]);
    assert_eq!(inbox(&world, &ada()).unread, 0);
}

#[test]
fn a_follow_up_without_an_outcome_lists_its_job_once_among_those_that_need_a_decision() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    for failure in [CallFailure::Timeout { limit_ms: 1 }, CallFailure::Timeout { limit_ms: 1 }] {
        let submission = world.call(Some("a"), "Then the index", None);
        world.settle(&submission, Err(failure));
    }
    let inbox = inbox(&world, &ada());
    assert_eq!((names(&inbox.needs_you), inbox.unread), (vec!["a".to_owned()], 1));
    let item = &inbox.needs_you.items[0];
    assert!(matches!(item.reason, InboxReason::OutcomeUnknown { .. }), "{item:?}");
    assert_eq!((item.revision, item.at), (revision(&world), world.now));
}

#[test]
fn a_prompt_without_a_job_is_shown_as_long_as_above_the_list_of_jobs() {
    let mut world = World::new();
    let rejected = world.call(None, "Rejected", None);
    world.settle(&rejected, Err(CallFailure::RejectedKey { status: 401, error: None }));
    world.pass(1000);
    let lost = world.call(None, "Lost", None);
    world.settle(&lost, Err(CallFailure::Timeout { limit_ms: 1 }));
    let shown = |world: &World| {
        let snapshot = world.ledger.reads().snapshot(&JobFilter::default(), world.now).unwrap();
        let inbox = names(&inbox(world, &ada()).needs_you);
        let above: Vec<_> = snapshot.submissions.into_iter().map(|row| row.id.to_string()).collect();
        assert_eq!(inbox, above);
        inbox.len()
    };
    assert_eq!(shown(&world), 2);
    world.pass(DAY_MS + 1);
    assert_eq!(shown(&world), 1);
    world.ledger.discard(&lost, &ada(), world.now).unwrap().unwrap();
    assert_eq!(shown(&world), 0);
}

#[test]
fn people_read_for_themselves_and_what_happens_again_is_unread_again() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    assert_eq!((inbox(&world, &ada()).unread, inbox(&world, &grace()).unread), (1, 1));
    assert_eq!(mark(&world, &ada(), job_subject("a"), revision(&world), true), 0);
    assert_eq!((inbox(&world, &ada()).unread, inbox(&world, &grace()).unread), (0, 1));
    assert!(inbox(&world, &ada()).ended.items[0].read, "it is still listed");

    let follow_up = world.call(Some("a"), "Once more", None);
    world.settle(&follow_up, response("a", "active", None));
    assert_eq!(groups(&world), [vec![], vec![], vec!["a".to_owned()]]);
    assert_eq!(inbox(&world, &grace()).unread, 0, "a running job is not unread");
    let polls = world.next_polls();
    world.record_poll(&polls[0], response("a", "completed", None));
    assert_eq!((inbox(&world, &ada()).unread, inbox(&world, &grace()).unread), (1, 1));
}

#[test]
fn reading_everything_leaves_what_changed_meanwhile() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    ended(&mut world, "b", "completed");
    let seen = inbox(&world, &ada()).revision;
    ended(&mut world, "c", "failed");
    assert_eq!(read_all(&world, &ada(), seen), 1);
    let unread: Vec<_> =
        inbox(&world, &ada()).needs_you.items.into_iter().filter(|item| !item.read).collect();
    assert_eq!(unread.len(), 1);
    assert_eq!(read_all(&world, &ada(), u64::MAX), 0, "later than everything is everything");
    ended(&mut world, "d", "completed");
    assert_eq!(inbox(&world, &ada()).unread, 1, "and not what comes");
    assert_eq!(read_all(&world, &ada(), 1), 1, "a position does not go back");
}

#[test]
fn a_mark_counts_for_what_the_person_knew_of() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    let seen = revision(&world);
    let follow_up = world.call(Some("a"), "Once more", None);
    world.settle(&follow_up, Err(CallFailure::Timeout { limit_ms: 1 }));
    assert_eq!(mark(&world, &ada(), job_subject("a"), seen, true), 1, "the lost follow-up came later");
    assert_eq!(mark(&world, &ada(), job_subject("a"), revision(&world), true), 0);
    assert_eq!(mark(&world, &ada(), job_subject("a"), 0, false), 1, "unread again, whatever they knew");
    assert_eq!(read_all(&world, &ada(), revision(&world)), 0);
    assert_eq!(mark(&world, &ada(), job_subject("unknown"), 9, false), 0);
}

#[test]
fn labels_and_the_archive_are_no_news_and_ones_own_stop_is_read() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    read_all(&world, &ada(), revision(&world));
    world.patch("a", JobPatch { labels: crate::world::labels(&["sdk"]), ..JobPatch::default() });
    import_into(&world.ledger, &response("a", "archived", None).unwrap(), &ada(), world.now);
    assert_eq!(inbox(&world, &ada()).unread, 0);

    world.create("b");
    world.patch("b", JobPatch { polling: Some(false), ..JobPatch::default() });
    assert_eq!((inbox(&world, &ada()).unread, inbox(&world, &grace()).unread), (0, 2));
    let stopped = &inbox(&world, &grace()).needs_you.items[0];
    assert_eq!(stopped.reason, InboxReason::PollingStopped { by: Some(ada()) });
}

#[test]
fn an_end_is_news_for_two_weeks() {
    let mut world = World::new();
    ended(&mut world, "a", "completed");
    ended(&mut world, "b", "failed");
    world.pass(13 * DAY_MS);
    assert_eq!(inbox(&world, &ada()).unread, 2);
    world.pass(2 * DAY_MS);
    assert_eq!(groups(&world), [const { Vec::<String>::new() }; 3]);
}

#[test]
fn an_imported_job_is_no_news_until_it_ends() {
    let mut world = World::new();
    import_into(&world.ledger, &response("old", "failed", None).unwrap(), &ada(), world.now);
    import_into(&world.ledger, &response("new", "active", None).unwrap(), &ada(), world.now);
    assert_eq!(groups(&world), [vec![], vec![], vec!["new".to_owned()]]);
    world.pass(1000);
    import_into(&world.ledger, &response("new", "completed", None).unwrap(), &ada(), world.now);
    assert_eq!(groups(&world), [vec![], vec!["new".to_owned()], vec![]]);
}

#[test]
fn items_that_were_never_shown_stay_unread() {
    let mut world =
        World::with(docket_core::jobs::LedgerSettings { agent_per_hour: 100_000, ..crate::world::SETTINGS });
    let shown = u64::from(Inbox::LIMIT_MAX);
    for n in 0..shown + 20 {
        let submission = world.call(None, "Update", None);
        world.settle(&submission, response(&format!("j{n}"), "completed", None));
    }
    for n in 20..shown + 20 {
        mark(&world, &ada(), job_subject(&format!("j{n}")), u64::MAX >> 12, true);
    }
    for n in 0..20 {
        let patch = JobPatch { hidden: Some(true), ..JobPatch::default() };
        let newest = job(&format!("j{}", n + 20));
        world.ledger.patch(&newest, &patch, &ada(), world.now).unwrap().unwrap();
    }
    assert_eq!(inbox(&world, &ada()).unread, 20, "they came into view as others were hidden");
}

#[test]
fn an_item_of_another_group_hides_none_that_was_never_shown() {
    let mut world =
        World::with(docket_core::jobs::LedgerSettings { agent_per_hour: 100_000, ..crate::world::SETTINGS });
    let count = u64::from(Inbox::LIMIT_MAX) + 20;
    for n in 0..count {
        let submission = world.call(None, "Update", None);
        world.settle(&submission, response(&format!("j{n}"), "completed", None));
    }
    // The newest one needs a decision, so that exactly as many ended ones are found as are shown.
    let newest = format!("j{}", count - 1);
    let follow_up = world.call(Some(&newest), "And the glossary", None);
    world.settle(&follow_up, Err(CallFailure::Unreachable));
    let shown = inbox(&world, &ada());
    assert_eq!((shown.needs_you.items.len(), shown.ended.items.len()), (1, 100));
    for item in shown.needs_you.items.into_iter().chain(shown.ended.items) {
        mark(&world, &ada(), item.subject, item.revision, true);
    }
    for n in count - 20..count {
        let patch = JobPatch { hidden: Some(true), ..JobPatch::default() };
        world.ledger.patch(&job(&format!("j{n}")), &patch, &ada(), world.now).unwrap().unwrap();
    }
    assert_eq!(inbox(&world, &ada()).unread, 19, "the others of those that ended");
}

#[test]
fn lists_are_bounded_and_marks_too() {
    let mut world =
        World::with(docket_core::jobs::LedgerSettings { agent_per_hour: 100_000, ..crate::world::SETTINGS });
    let count = READ_MARKS_MAX as u64 + 5;
    for n in 0..count {
        let submission = world.call(None, "Update", None);
        world.settle(&submission, response(&format!("j{n}"), "completed", None));
    }
    let all = inbox(&world, &ada());
    assert_eq!((all.ended.items.len(), all.ended.has_more, all.unread), (100, true, 100));
    let few = world.ledger.inbox(&ada()).read(3, world.now).unwrap();
    assert_eq!((few.ended.items.len(), few.ended.has_more, few.unread), (3, true, 100));
    for n in 0..count {
        mark(&world, &ada(), job_subject(&format!("j{n}")), u64::MAX >> 12, true);
    }
    assert_eq!(inbox(&world, &ada()).unread, 0);
}
