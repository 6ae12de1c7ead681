use docket_wire::{EventKind, Fault, JobStatus, ProblemCode};

use super::*;
use crate::state::sample::{create, event, job};

fn snapshot(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> Snapshot {
    Snapshot { revision, jobs, submissions: vec![], has_more }
}

fn mirror(revision: u64, jobs: Vec<JobEntry>, has_more: bool) -> Mirror {
    let mut mirror = Mirror::default();
    mirror.reset(snapshot(revision, jobs, has_more));
    mirror
}

fn changes(since: u64, revision: u64, jobs: Vec<JobEntry>, submissions: Vec<Submission>) -> LiveMessage {
    LiveMessage::Changes { since, revision, events: vec![], jobs, submissions }
}

fn with(mut job: JobEntry, status: JobStatus, revision: u64) -> JobEntry {
    job.status = status;
    job.revision = revision;
    job
}

fn ids(mirror: &Mirror) -> Vec<&str> {
    mirror.jobs().iter().map(|job| job.id.as_str()).collect()
}

fn refused() -> SubmissionState {
    SubmissionState::Rejected { reason: Fault { code: ProblemCode::ServiceRejected, error: "No.".into() } }
}

#[test]
fn changes_put_rows_in_their_place() {
    let mut mirror = mirror(1, vec![job("c", 3), job("a", 1)], false);
    let unchanged = Arc::clone(mirror.job(&"c".parse().unwrap()).unwrap());
    mirror
        .apply(changes(1, 4, vec![job("b", 2), job("d", 4), with(job("a", 1), JobStatus::Failed, 4)], vec![]))
        .unwrap();
    assert_eq!(ids(&mirror), ["d", "c", "b", "a"]);
    assert_eq!(mirror.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Failed);
    assert!(Arc::ptr_eq(&unchanged, mirror.job(&"c".parse().unwrap()).unwrap()));
    assert_eq!(mirror.revision(), Some(4));
}

#[test]
fn a_gap_is_noticed_and_changes_nothing() {
    let mut mirror = mirror(3, vec![job("a", 1)], false);
    let gap = mirror.apply(changes(4, 5, vec![job("b", 2)], vec![]));
    assert_eq!(gap, Err(Gap { known: 3, since: 4 }));
    assert_eq!((ids(&mirror), mirror.revision()), (vec!["a"], Some(3)));
    assert!(Mirror::default().apply(changes(0, 1, vec![], vec![])).is_err(), "nothing is known yet");
}

#[test]
fn what_was_already_seen_does_no_harm() {
    let mut mirror = mirror(5, vec![with(job("a", 1), JobStatus::Completed, 5)], false);
    mirror.apply(changes(3, 4, vec![with(job("a", 1), JobStatus::Active, 4)], vec![])).unwrap();
    assert_eq!(mirror.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Completed);
    assert_eq!(mirror.revision(), Some(5));
}

#[test]
fn an_old_job_waits_until_its_page_is_loaded() {
    let mut mirror = mirror(1, vec![job("c", 30), job("b", 20)], true);
    mirror.apply(changes(1, 2, vec![with(job("a", 1), JobStatus::Active, 2)], vec![])).unwrap();
    assert_eq!(ids(&mirror), ["c", "b"]);
    let next = mirror.next_page();
    assert_eq!(next.before.as_ref().unwrap().as_str(), "b");
    mirror.append(&next, snapshot(2, vec![job("b", 20), job("ab", 10), job("a", 1)], false));
    assert_eq!(ids(&mirror), ["c", "b", "ab", "a"]);
    assert!(!mirror.has_more());
}

#[test]
fn submissions_go_when_they_have_a_job() {
    let mut mirror = mirror(1, vec![], false);
    mirror.apply(changes(1, 2, vec![], vec![create("s", SubmissionState::Sending, 2)])).unwrap();
    assert_eq!(mirror.submissions().len(), 1);
    mirror.apply(changes(2, 3, vec![], vec![create("s", refused(), 3)])).unwrap();
    assert_eq!(mirror.submissions()[0].state, refused());
    mirror.apply(changes(1, 2, vec![], vec![create("s", SubmissionState::Sending, 2)])).unwrap();
    assert_eq!(mirror.submissions()[0].state, refused(), "an older row does not replace a newer one");
    let mut accepted = create("s", SubmissionState::Accepted, 4);
    accepted.job = Some("a".parse().unwrap());
    mirror.apply(changes(3, 4, vec![job("a", 1)], vec![accepted])).unwrap();
    assert!(mirror.submissions().is_empty());
}

#[test]
fn a_look_freshens_a_row_and_ends_its_trouble() {
    let mut mirror = mirror(1, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    mirror
        .apply(LiveMessage::Checked {
            job: id.clone(),
            checked_at: UnixMs(9000),
            next_at: Some(UnixMs(9500)),
        })
        .unwrap();
    let row = mirror.job(&id).unwrap();
    assert_eq!(row.checked_at, UnixMs(9000));
    assert_eq!(row.polling, Polling::Scheduled { next_at: UnixMs(9500), last_error: None });
    assert_eq!(mirror.revision(), Some(1), "freshness is not history");
}

fn find(mirror: &mut Mirror, text: &str) -> JobFilter {
    let filter = JobFilter { text: Some(text.into()), ..JobFilter::default() };
    mirror.find(filter.clone());
    filter
}

#[test]
fn what_a_filter_finds_is_a_list_of_its_own() {
    let mut mirror = mirror(1, vec![job("c", 30), job("b", 20)], false);
    let filter = find(&mut mirror, "x");
    assert!(mirror.is_list_missing() && ids(&mirror).is_empty());
    assert!(mirror.is_finding(&filter) && !mirror.is_finding(&JobFilter::default()));
    assert_eq!(mirror.next_page(), filter);
    mirror.append(&filter, snapshot(1, vec![job("b", 20), job("a", 10)], true));
    assert_eq!((ids(&mirror), mirror.has_more(), mirror.is_list_missing()), (vec!["b", "a"], true, false));
    assert_eq!(mirror.next_page().before.unwrap().as_str(), "a");
    mirror
        .apply(changes(
            1,
            3,
            vec![with(job("a", 10), JobStatus::Failed, 2), with(job("d", 40), JobStatus::Active, 3)],
            vec![],
        ))
        .unwrap();
    assert_eq!(ids(&mirror), ["b", "a"], "only the edge knows whether a new job matches");
    assert_eq!(mirror.job(&"a".parse().unwrap()).unwrap().status, JobStatus::Failed);
    mirror.find(JobFilter::default());
    assert_eq!(ids(&mirror), ["d", "c", "b", "a"]);
}

#[test]
fn a_create_that_is_laid_aside_stays_until_the_next_snapshot() {
    let mut mirror = mirror(1, vec![], false);
    let laid_aside = |id, revision| create(id, SubmissionState::Discarded, revision);
    mirror.apply(changes(1, 2, vec![], vec![create("s1", SubmissionState::Sending, 2)])).unwrap();
    mirror.apply(changes(2, 4, vec![], vec![laid_aside("s1", 3), laid_aside("s2", 4)])).unwrap();
    let shown: Vec<_> = mirror.submissions().iter().map(|submission| submission.id.as_str()).collect();
    assert_eq!(shown, ["s1"], "what was never seen is not worth telling");
    mirror.reset(snapshot(5, vec![], false));
    assert!(mirror.submissions().is_empty());
}

#[test]
fn jobs_join_and_leave_what_a_filter_finds() {
    let mut mirror = mirror(1, vec![job("b", 20)], false);
    let filter = JobFilter { status: Some(JobStatus::Active), ..JobFilter::default() };
    mirror.find(filter.clone());
    mirror.append(&filter, snapshot(1, vec![job("b", 20)], false));
    let joining = with(job("c", 30), JobStatus::Active, 2);
    let leaving = with(job("b", 20), JobStatus::Completed, 3);
    mirror.apply(changes(1, 3, vec![joining, leaving], vec![])).unwrap();
    assert_eq!(ids(&mirror), ["c"]);
    mirror.apply(changes(3, 4, vec![with(job("b", 20), JobStatus::Active, 4)], vec![])).unwrap();
    assert_eq!(ids(&mirror), ["c", "b"]);
}

#[test]
fn a_page_that_was_overtaken_by_the_stream_does_not_undo_it() {
    let mut mirror = mirror(1, vec![job("b", 20)], false);
    let filter = JobFilter { status: Some(JobStatus::Active), ..JobFilter::default() };
    mirror.find(filter.clone());
    let ended = with(job("b", 20), JobStatus::Completed, 3);
    mirror.apply(changes(1, 3, vec![with(job("c", 30), JobStatus::Active, 2), ended], vec![])).unwrap();
    mirror.append(&filter, snapshot(1, vec![job("b", 20)], false));
    assert_eq!(ids(&mirror), ["c"]);
}

#[test]
fn an_answer_to_an_earlier_filter_is_left_out() {
    let mut mirror = mirror(1, vec![], false);
    let first = find(&mut mirror, "x");
    let second = find(&mut mirror, "xy");
    mirror.append(&first, snapshot(1, vec![job("a", 1)], false));
    assert!(mirror.is_list_missing());
    mirror.append(&second, snapshot(1, vec![job("b", 2)], false));
    assert_eq!(ids(&mirror), ["b"]);
    mirror.reset(snapshot(9, vec![], false));
    assert!(mirror.is_list_missing(), "a snapshot skips changes");
    assert_eq!((ids(&mirror), mirror.next_page()), (vec!["b"], second.clone()));
    mirror.append(&second, snapshot(9, vec![job("c", 3)], false));
    assert_eq!(ids(&mirror), ["c"]);
}

#[test]
fn a_hidden_job_leaves_the_list_and_comes_back() {
    let mut mirror = mirror(1, vec![job("b", 2), job("a", 1)], false);
    let hidden = |is_hidden, revision| JobEntry { hidden: is_hidden, revision, ..job("a", 1) };
    mirror.apply(changes(1, 2, vec![hidden(true, 2)], vec![])).unwrap();
    assert_eq!(ids(&mirror), ["b"]);
    let filter = JobFilter { hidden: true, ..JobFilter::default() };
    mirror.find(filter.clone());
    mirror.append(&filter, snapshot(2, vec![hidden(true, 2)], false));
    assert_eq!(ids(&mirror), ["a"]);
    mirror.apply(changes(2, 3, vec![hidden(false, 3)], vec![])).unwrap();
    assert!(ids(&mirror).is_empty());
    mirror.find(JobFilter::default());
    assert_eq!(ids(&mirror), ["b", "a"]);
}

fn detail(revision: u64, events: Vec<Event>) -> JobDetail {
    JobDetail { revision, job: job("a", 1), submissions: vec![], events }
}

#[test]
fn the_open_job_is_patched_with_what_follows() {
    let mut mirror = mirror(5, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    mirror.open(detail(6, vec![event(6, "a", EventKind::Submitted)]));
    assert!(!mirror.is_detail_stale(&id), "it may be ahead of the stream");
    mirror
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
    let open = mirror.detail(&id).unwrap();
    assert_eq!(open.events.iter().map(|event| event.revision).collect::<Vec<_>>(), [6, 8]);
    assert_eq!((open.revision, &open.job.status), (8, &JobStatus::Completed));
    assert!(mirror.detail(&"b".parse().unwrap()).is_none());
}

#[test]
fn the_open_job_knows_when_it_missed_something() {
    let id: JobId = "a".parse().unwrap();
    let mut behind = mirror(5, vec![], false);
    behind.open(detail(4, vec![]));
    assert!(behind.is_detail_stale(&id), "the stream was ahead of what was fetched");

    let mut reset = mirror(5, vec![], false);
    reset.open(detail(5, vec![]));
    assert!(!reset.is_detail_stale(&id));
    reset.reset(snapshot(9, vec![], false));
    assert!(reset.is_detail_stale(&id), "a snapshot skips events");
}
