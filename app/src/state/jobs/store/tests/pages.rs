use super::*;

#[test]
fn a_job_older_than_the_list_appears_with_its_page() {
    let mut store = store(1, vec![job("c", 30), job("b", 20)], true);
    store.apply(changes(1, 2, vec![with(job("a", 1), JobStatus::Active, 2)], vec![])).unwrap();
    assert_eq!(ids(&store), ["c", "b"]);
    let next = store.next_page();
    assert_eq!(next.before.as_ref().unwrap().as_str(), "b");
    store.append_page(&next, snapshot(2, vec![job("b", 20), job("ab", 10), job("a", 1)], false));
    assert_eq!(ids(&store), ["c", "b", "ab", "a"]);
    assert!(!store.has_more());
}

#[test]
fn a_page_does_not_undo_newer_changes_of_the_stream() {
    let mut store = store(1, vec![job("b", 20)], false);
    let filter = JobFilter { status: Some(JobStatus::Active), ..JobFilter::default() };
    store.set_filter(filter.clone());
    assert_eq!(store.begin_page(), filter);
    let ended = with(job("b", 20), JobStatus::Completed, 3);
    store.apply(changes(1, 3, vec![with(job("c", 30), JobStatus::Active, 2), ended], vec![])).unwrap();
    store.append_page(&filter, snapshot(1, vec![job("b", 20)], false));
    assert_eq!(ids(&store), ["c"]);
}

#[test]
fn nor_those_of_jobs_that_no_list_has_yet() {
    let mut store = store(1, vec![job("c", 30)], true);
    let next = store.begin_page();
    store.apply(changes(1, 2, vec![with(job("a", 10), JobStatus::Failed, 2)], vec![])).unwrap();
    let hidden = JobEntry { hidden: true, ..with(job("b", 20), JobStatus::Active, 3) };
    store.apply(changes(2, 3, vec![hidden], vec![])).unwrap();
    assert_eq!(ids(&store), ["c"], "they come with the page");
    store.append_page(&next, snapshot(1, vec![job("b", 20), job("a", 10)], false));
    assert_eq!(ids(&store), ["c", "a"]);
    assert_eq!(store.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Failed);

    let filter = JobFilter { hidden: true, ..JobFilter::default() };
    store.set_filter(filter.clone());
    assert_eq!(store.begin_page(), filter);
    let unhidden = with(job("b", 20), JobStatus::Active, 4);
    store.apply(changes(3, 4, vec![unhidden], vec![])).unwrap();
    let page = JobEntry { hidden: true, ..with(job("b", 20), JobStatus::Active, 3) };
    store.append_page(&filter, snapshot(3, vec![page], false));
    assert_eq!(ids(&store), [""; 0], "it is not hidden any more");
}

#[test]
fn a_page_does_not_bring_back_what_was_deleted_meanwhile() {
    let mut store = store(1, vec![job("c", 30)], true);
    let next = store.begin_page();
    store.apply(changes(1, 2, vec![with(job("a", 10), JobStatus::Failed, 2)], vec![])).unwrap();
    let deleted = event(3, "a", EventKind::Deleted);
    let message = LiveMessage::Changes {
        since: 2,
        revision: 3,
        events: vec![deleted],
        jobs: vec![],
        submissions: vec![],
    };
    store.apply(message).unwrap();
    assert!(!store.append_page(&next, snapshot(1, vec![job("b", 20), job("a", 10)], false)));
    assert_eq!(ids(&store), ["c", "b"]);
}

#[test]
fn a_page_from_before_the_latest_request_or_snapshot_is_requested_again() {
    let mut store = store(1, vec![], false);
    let first = filter_by(&mut store, "sd");
    assert_eq!(store.begin_page(), first);
    let _ = filter_by(&mut store, "sdk");
    store.begin_page();
    store.apply(changes(1, 3, vec![with(job("a", 10), JobStatus::Completed, 3)], vec![])).unwrap();
    assert_eq!(filter_by(&mut store, "sd"), first);
    assert_eq!(store.begin_page(), first);
    assert!(store.append_page(&first, snapshot(1, vec![job("a", 10)], false)));
    assert!(store.is_first_page_missing(), "the response to the earlier request has the job as it was");
    assert!(
        !store.append_page(&first, snapshot(3, vec![with(job("a", 10), JobStatus::Completed, 3)], false))
    );
    assert_eq!(ids(&store), ["a"]);

    store.search_again();
    store.begin_page();
    store.reset(snapshot(7, vec![], false));
    assert!(store.append_page(&first, snapshot(5, vec![job("a", 10)], false)), "what it missed is unknown");
}

#[test]
fn changes_are_collected_only_while_a_page_is_awaited() {
    let collected =
        |store: &JobStore| store.late_page.as_ref().map_or(0, |late_page| late_page.changed.len());
    let mut store = store(1, vec![job("b", 20)], true);
    let older = store.begin_page();
    store.apply(changes(1, 2, vec![with(job("a", 10), JobStatus::Failed, 2)], vec![])).unwrap();
    assert_eq!(collected(&store), 1);
    store.end_page();
    store.apply(changes(2, 3, vec![with(job("a", 10), JobStatus::Completed, 3)], vec![])).unwrap();
    assert_eq!(collected(&store), 0, "the request has failed");

    store.begin_page();
    filter_by(&mut store, "sdk");
    store.apply(changes(3, 4, vec![with(job("a", 10), JobStatus::Failed, 4)], vec![])).unwrap();
    assert_eq!(collected(&store), 0, "the list is another one");
    store.set_filter(JobFilter::default());
    assert!(store.append_page(&older, snapshot(3, vec![job("a", 10)], false)), "it lacks the last change");
    assert_eq!(ids(&store), ["b"]);
}

#[test]
fn a_response_to_an_earlier_filter_is_ignored() {
    let mut store = store(1, vec![], false);
    let first = filter_by(&mut store, "x");
    let second = filter_by(&mut store, "xy");
    store.append_page(&first, snapshot(1, vec![job("a", 1)], false));
    assert!(store.is_first_page_missing());
    store.append_page(&second, snapshot(1, vec![job("b", 2)], true));
    assert_eq!(ids(&store), ["b"]);
    assert!(store.has_page(&second) && store.has_page(&store.next_page()));
    assert!(!store.has_page(&first) && !store.has_page(&JobFilter::default()));
    store.reset(snapshot(9, vec![], false));
    assert!(store.is_first_page_missing(), "a snapshot skips changes");
    assert_eq!((ids(&store), store.next_page()), (vec!["b"], second.clone()));
    store.append_page(&second, snapshot(9, vec![job("c", 3)], false));
    assert_eq!(ids(&store), ["c"]);
}
