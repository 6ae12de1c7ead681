use super::*;

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
    assert_eq!(open.job.status, JobStatus::Completed);
    assert!(store.detail(&"b".parse().unwrap()).is_none());
}

#[test]
fn changes_of_other_jobs_leave_the_open_one_as_it_is() {
    let mut store = store(5, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    store.open_job(detail(5, vec![event(5, "a", EventKind::Submitted)]));
    let before = Arc::clone(store.detail(&id).unwrap());
    store.apply(changes(5, 7, vec![with(job("b", 2), JobStatus::Failed, 7)], vec![])).unwrap();
    assert!(Arc::ptr_eq(&before, store.detail(&id).unwrap()), "its timeline is not built again");
    store.apply(changes(7, 8, vec![with(job("a", 1), JobStatus::Completed, 8)], vec![])).unwrap();
    assert!(!store.is_detail_stale(&id), "it has missed nothing");
    assert_eq!(store.detail(&id).unwrap().job.status, JobStatus::Completed);
    store.reset(snapshot(8, vec![], false));
    assert!(!store.is_detail_stale(&id));
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
