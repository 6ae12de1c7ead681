use docket_wire::{EventKind, Fault, JobStatus, ProblemCode};

use super::*;
use crate::sample::{self, create, event, job};

fn snapshot(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> Snapshot {
    Snapshot { revision, jobs, submissions: vec![], has_more }
}

fn store(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> JobStore {
    let mut store = JobStore::default();
    store.reset(snapshot(revision, jobs, has_more));
    store
}

fn changes(since: u64, revision: u64, jobs: Vec<JobEntry>, submissions: Vec<Submission>) -> LiveMessage {
    LiveMessage::Changes { since, revision, events: vec![], jobs, submissions }
}

fn with(mut job: JobEntry, status: JobStatus, revision: u64) -> JobEntry {
    job.status = status;
    job.revision = revision;
    job
}

fn ids(store: &JobStore) -> Vec<&str> {
    store.jobs().iter().map(|job| job.id.as_str()).collect()
}

fn rejected() -> SubmissionState {
    SubmissionState::Rejected { reason: Fault { code: ProblemCode::ServiceRejected, error: "No.".into() } }
}

#[test]
fn changes_insert_rows_in_order() {
    let mut store = store(1, vec![job("c", 3), job("a", 1)], false);
    let unchanged = Arc::clone(store.job(&"c".parse().unwrap()).unwrap());
    store
        .apply(changes(1, 4, vec![job("b", 2), job("d", 4), with(job("a", 1), JobStatus::Failed, 4)], vec![]))
        .unwrap();
    assert_eq!(ids(&store), ["d", "c", "b", "a"]);
    assert_eq!(store.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Failed);
    assert!(Arc::ptr_eq(&unchanged, store.job(&"c".parse().unwrap()).unwrap()));
    assert_eq!(store.revision(), Some(4));
}

#[test]
fn missed_changes_are_an_error_and_change_nothing() {
    let mut store = store(3, vec![job("a", 1)], false);
    let missed = store.apply(changes(4, 5, vec![job("b", 2)], vec![]));
    assert_eq!(missed, Err(MissedChanges { known: 3, since: 4 }));
    assert_eq!((ids(&store), store.revision()), (vec!["a"], Some(3)));
    assert!(JobStore::default().apply(changes(0, 1, vec![], vec![])).is_err(), "the store is empty");
}

#[test]
fn changes_older_than_the_store_are_ignored() {
    let mut store = store(5, vec![with(job("a", 1), JobStatus::Completed, 5)], false);
    store.apply(changes(3, 4, vec![with(job("a", 1), JobStatus::Active, 4)], vec![])).unwrap();
    assert_eq!(store.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Completed);
    assert_eq!(store.revision(), Some(5));
}

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
fn a_submission_leaves_when_it_has_a_job() {
    let mut store = store(1, vec![], false);
    store.apply(changes(1, 2, vec![], vec![create("s", SubmissionState::Sending, 2)])).unwrap();
    assert_eq!(store.submissions().len(), 1);
    store.apply(changes(2, 3, vec![], vec![create("s", rejected(), 3)])).unwrap();
    assert_eq!(store.submissions()[0].state, rejected());
    store.apply(changes(1, 2, vec![], vec![create("s", SubmissionState::Sending, 2)])).unwrap();
    assert_eq!(store.submissions()[0].state, rejected(), "an older row does not replace a newer one");
    let mut accepted = create("s", SubmissionState::Accepted, 4);
    accepted.job = Some("a".parse().unwrap());
    store.apply(changes(3, 4, vec![job("a", 1)], vec![accepted])).unwrap();
    assert!(store.submissions().is_empty());
}

#[test]
fn a_poll_updates_a_row_and_its_error() {
    let mut store = store(1, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    let fault = Fault { code: ProblemCode::ServiceUnreachable, error: "No.".into() };
    for (checked_at, next_at, last_error) in
        [(UnixMs(9000), UnixMs(9500), Some(fault)), (UnixMs(9600), UnixMs(9900), None)]
    {
        store
            .apply(LiveMessage::Checked {
                job: id.clone(),
                checked_at,
                next_at: Some(next_at),
                last_error: last_error.clone(),
            })
            .unwrap();
        let row = store.job(&id).unwrap();
        assert_eq!(row.checked_at, checked_at);
        assert_eq!(row.polling, Polling::Scheduled { next_at, last_error });
    }
    assert_eq!(store.revision(), Some(1), "freshness is not history");
}

fn filter_by(store: &mut JobStore, text: &str) -> JobFilter {
    let filter = JobFilter { text: Some(text.into()), ..JobFilter::default() };
    store.set_filter(filter.clone());
    filter
}

#[test]
fn a_list_in_the_other_order_is_loaded_and_followed_from_its_end() {
    let mut store = store(1, vec![job("c", 30), job("b", 20)], true);
    let oldest = JobFilter { sort: JobSort::Oldest, ..JobFilter::default() };
    store.set_filter(oldest.clone());
    assert_eq!((store.sort(), store.next_page()), (JobSort::Oldest, oldest.clone()));
    store.append_page(&oldest, snapshot(1, vec![job("a", 10), job("b", 20)], true));
    store.apply(changes(1, 2, vec![job("d", 40), job("ab", 15)], vec![])).unwrap();
    assert_eq!(ids(&store), ["a", "ab", "b"], "a new job comes with its page");
    let next = store.next_page();
    assert_eq!(next, JobFilter { before: "b".parse().ok(), ..oldest });
    store.append_page(&next, snapshot(2, vec![job("c", 30), job("d", 40)], false));
    store.apply(changes(2, 3, vec![job("e", 50)], vec![])).unwrap();
    assert_eq!(ids(&store), ["a", "ab", "b", "c", "d", "e"]);
    store.set_filter(JobFilter::default());
    assert_eq!((store.sort(), ids(&store)), (JobSort::Newest, vec!["e", "d", "c", "b"]));
}

#[test]
fn a_filter_has_a_list_of_its_own() {
    let mut store = store(1, vec![job("c", 30), job("b", 20)], false);
    let filter = filter_by(&mut store, "x");
    assert!(store.is_first_page_missing() && ids(&store).is_empty());
    assert!(store.is_filtered_by(&filter) && !store.is_filtered_by(&JobFilter::default()));
    assert_eq!(store.next_page(), filter);
    store.append_page(&filter, snapshot(1, vec![job("b", 20), job("a", 10)], true));
    assert_eq!((ids(&store), store.has_more(), store.is_first_page_missing()), (vec!["b", "a"], true, false));
    assert_eq!(store.next_page().before.unwrap().as_str(), "a");
    store
        .apply(changes(
            1,
            3,
            vec![with(job("a", 10), JobStatus::Failed, 2), with(job("d", 40), JobStatus::Active, 3)],
            vec![],
        ))
        .unwrap();
    assert_eq!(ids(&store), ["b", "a"], "only the edge knows whether a new job matches");
    assert_eq!(store.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Failed);
    store.set_filter(JobFilter::default());
    assert_eq!(ids(&store), ["d", "c", "b", "a"]);
}

#[test]
fn a_search_lacks_the_jobs_that_were_started_since() {
    let mut store = store(1, vec![job("c", 30), job("b", 20)], true);
    let filter = filter_by(&mut store, "x");
    store.append_page(&filter, snapshot(1, vec![job("b", 20)], false));
    let older = vec![with(job("a", 10), JobStatus::Failed, 2), with(job("c", 30), JobStatus::Failed, 2)];
    store.apply(changes(1, 2, older, vec![])).unwrap();
    let hidden = JobEntry { hidden: true, ..with(job("h", 50), JobStatus::Active, 3) };
    store.apply(changes(2, 3, vec![hidden], vec![])).unwrap();
    assert!(!store.lacks_new(), "they were there before, or no search by words finds them");
    store.apply(changes(3, 4, vec![with(job("d", 40), JobStatus::Active, 4)], vec![])).unwrap();
    assert!(store.lacks_new() && !store.is_first_page_missing());
    store.search_again();
    assert!(!store.lacks_new() && store.is_first_page_missing());
    assert_eq!((ids(&store), store.next_page()), (vec!["b"], filter.clone()), "the rows stay meanwhile");
    assert_eq!(store.begin_page(), filter);
    let during = vec![with(job("e", 60), JobStatus::Active, 5)];
    store.apply(changes(4, 5, during, vec![])).unwrap();
    store.append_page(&filter, snapshot(4, vec![job("d", 40), job("b", 20)], false));
    assert!(store.lacks_new(), "the response is from before the last one");
    store.search_again();
    store.append_page(&filter, snapshot(5, vec![job("d", 40), job("b", 20)], false));
    assert!(!store.lacks_new());
    store.apply(changes(5, 5, vec![with(job("e", 60), JobStatus::Active, 5)], vec![])).unwrap();
    assert!(!store.lacks_new(), "it was searched already");
    store.apply(changes(5, 6, vec![with(job("f", 70), JobStatus::Active, 6)], vec![])).unwrap();
    let second = filter_by(&mut store, "xy");
    store.append_page(&second, snapshot(6, vec![], false));
    assert!(!store.lacks_new(), "it is another search");
}

#[test]
fn a_discarded_prompt_stays_until_the_next_snapshot() {
    let mut store = store(1, vec![], false);
    let discarded = |id, revision| create(id, SubmissionState::Discarded, revision);
    store.apply(changes(1, 2, vec![], vec![create("s1", SubmissionState::Sending, 2)])).unwrap();
    store.apply(changes(2, 4, vec![], vec![discarded("s1", 3), discarded("s2", 4)])).unwrap();
    let shown: Vec<_> = store.submissions().iter().map(|submission| submission.id.as_str()).collect();
    assert_eq!(shown, ["s1"], "a prompt that was never shown is not added");
    store.reset(snapshot(5, vec![], false));
    assert!(store.submissions().is_empty());
}

#[test]
fn jobs_join_and_leave_a_filtered_list() {
    let mut store = store(1, vec![job("b", 20)], false);
    let filter = JobFilter { status: Some(JobStatus::Active), ..JobFilter::default() };
    store.set_filter(filter.clone());
    store.append_page(&filter, snapshot(1, vec![job("b", 20)], false));
    let joining = with(job("c", 30), JobStatus::Active, 2);
    let leaving = with(job("b", 20), JobStatus::Completed, 3);
    store.apply(changes(1, 3, vec![joining, leaving], vec![])).unwrap();
    assert_eq!(ids(&store), ["c"]);
    store.apply(changes(3, 4, vec![with(job("b", 20), JobStatus::Active, 4)], vec![])).unwrap();
    assert_eq!(ids(&store), ["c", "b"]);
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

#[test]
fn a_hidden_job_leaves_the_list_and_an_unhidden_one_returns() {
    let mut store = store(1, vec![job("b", 2), job("a", 1)], false);
    let hidden = |is_hidden, revision| JobEntry { hidden: is_hidden, revision, ..job("a", 1) };
    store.apply(changes(1, 2, vec![hidden(true, 2)], vec![])).unwrap();
    assert_eq!(ids(&store), ["b"]);
    let filter = JobFilter { hidden: true, ..JobFilter::default() };
    store.set_filter(filter.clone());
    store.append_page(&filter, snapshot(2, vec![hidden(true, 2)], false));
    assert_eq!(ids(&store), ["a"]);
    store.apply(changes(2, 3, vec![hidden(false, 3)], vec![])).unwrap();
    assert!(ids(&store).is_empty());
    store.set_filter(JobFilter::default());
    assert_eq!(ids(&store), ["b", "a"]);
}

#[test]
fn a_job_returns_to_the_search_that_it_left() {
    let mut store = store(1, vec![], false);
    let filter = filter_by(&mut store, "x");
    store.append_page(&filter, snapshot(1, vec![job("b", 20), job("a", 10)], false));
    let hidden = |id, age, is_hidden, revision| JobEntry { hidden: is_hidden, revision, ..job(id, age) };
    store.apply(changes(1, 3, vec![hidden("a", 10, true, 2), hidden("b", 20, true, 3)], vec![])).unwrap();
    assert!(ids(&store).is_empty());
    let returning = vec![hidden("a", 10, false, 4), hidden("b", 20, false, 5), job("c", 6)];
    store.apply(changes(3, 6, returning, vec![])).unwrap();
    assert_eq!(ids(&store), ["b", "a"], "the other one may not have the words");
    store.apply(changes(6, 7, vec![hidden("a", 10, true, 7)], vec![])).unwrap();
    let left = |store: &JobStore| store.filtered.as_ref().unwrap().left.len();
    assert_eq!((ids(&store), left(&store)), (vec!["b"], 2), "it left twice, and counts once");
    store.apply(changes(7, 8, vec![hidden("a", 10, false, 8)], vec![])).unwrap();
    assert_eq!(ids(&store), ["b", "a"]);
}

#[test]
fn the_last_loaded_job_returns_and_an_empty_list_loads_what_follows() {
    let mut store = store(1, vec![job("c", 30), job("b", 20)], true);
    let hidden = |id, age, is_hidden, revision| JobEntry { hidden: is_hidden, revision, ..job(id, age) };
    store.apply(changes(1, 2, vec![hidden("b", 20, true, 2)], vec![])).unwrap();
    assert!(ids(&store) == ["c"] && !store.is_first_page_missing());
    store.apply(changes(2, 3, vec![hidden("b", 20, false, 3)], vec![])).unwrap();
    assert_eq!(ids(&store), ["c", "b"]);
    store.apply(changes(3, 5, vec![hidden("b", 20, true, 4), hidden("c", 30, true, 5)], vec![])).unwrap();
    assert!(store.is_first_page_missing() && store.next_page() == JobFilter::default());
    store.append_page(&JobFilter::default(), snapshot(5, vec![job("a", 10)], false));
    store.apply(changes(5, 7, vec![hidden("b", 20, false, 6), hidden("c", 30, false, 7)], vec![])).unwrap();
    assert_eq!((ids(&store), store.is_first_page_missing()), (vec!["c", "b", "a"], false));
}

fn detail(revision: u64, events: Vec<Event>) -> JobDetail {
    sample::detail(revision, vec![], events)
}

#[test]
fn the_open_job_is_patched_by_changes() {
    let mut store = store(5, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    store.open_job(detail(6, vec![event(6, "a", EventKind::Submitted)]));
    assert!(!store.is_detail_stale(&id), "it may be ahead of the stream");
    store
        .apply(LiveMessage::Changes {
            since: 5,
            revision: 8,
            events: vec![
                event(6, "a", EventKind::Submitted),
                event(7, "b", EventKind::Accepted),
                event(8, "a", EventKind::Accepted),
            ],
            jobs: vec![with(job("a", 1), JobStatus::Completed, 8)],
            submissions: vec![],
        })
        .unwrap();
    let open = store.detail(&id).unwrap();
    assert_eq!(open.events.iter().map(|event| event.revision).collect::<Vec<_>>(), [6, 8]);
    assert_eq!((open.revision, &open.job.status), (8, &JobStatus::Completed));
    assert!(store.detail(&"b".parse().unwrap()).is_none());
}

#[test]
fn earlier_pages_come_before_the_loaded_history() {
    let mut store = store(9, vec![], false);
    let id: JobId = "a".parse().unwrap();
    let page = |revisions: &[u64], submissions: &[&str], has_more| JobDetail {
        submissions: submissions.iter().map(|id| create(id, SubmissionState::Accepted, 1)).collect(),
        has_more,
        ..detail(9, revisions.iter().map(|revision| event(*revision, "a", EventKind::Accepted)).collect())
    };
    store.open_job(page(&[7, 9], &["s2"], true));
    assert_eq!(store.history_start(&id), Some(7));
    store.prepend_history(7, page(&[3, 5], &["s1", "s2"], true));
    store.prepend_history(7, page(&[3, 5], &["s1", "s2"], true));
    store.prepend_history(3, page(&[1], &["s1"], false));
    let open = store.detail(&id).unwrap();
    assert_eq!(open.events.iter().map(|event| event.revision).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
    assert_eq!(open.submissions.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["s1", "s2"]);
    assert!(!open.has_more);
}

#[test]
fn the_open_job_is_stale_when_it_missed_changes() {
    let id: JobId = "a".parse().unwrap();
    let mut behind = store(5, vec![], false);
    behind.open_job(detail(4, vec![]));
    assert!(behind.is_detail_stale(&id), "the stream was ahead of what was fetched");

    let mut reset = store(5, vec![], false);
    reset.open_job(detail(5, vec![]));
    assert!(!reset.is_detail_stale(&id));
    reset.reset(snapshot(9, vec![], false));
    assert!(reset.is_detail_stale(&id), "a snapshot skips events");
}

#[test]
fn what_was_deleted_leaves_every_list() {
    let mut store = store(3, vec![job("b", 2), job("a", 1)], false);
    store.open_job(sample::detail(3, vec![], vec![]));
    store.apply(changes(3, 4, vec![], vec![create("s1", rejected(), 4)])).unwrap();
    let mut of_submission = event(6, "b", EventKind::Deleted);
    (of_submission.job, of_submission.submission) = (None, Some("s1".parse().unwrap()));
    let events = vec![event(5, "a", EventKind::Deleted), of_submission];
    let deleted = LiveMessage::Changes { since: 4, revision: 6, events, jobs: vec![], submissions: vec![] };
    store.apply(deleted.clone()).unwrap();
    assert_eq!((ids(&store), store.submissions().len(), store.revision()), (vec!["b"], 0, Some(6)));
    assert!(store.detail(&"a".parse().unwrap()).is_none());
    // The service was asked for the job again, and the same message comes late.
    store.apply(changes(6, 7, vec![with(job("a", 1), JobStatus::Completed, 7)], vec![])).unwrap();
    store.apply(deleted).unwrap();
    assert_eq!(ids(&store), ["b", "a"]);
}
