use super::*;

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
fn a_prompt_without_a_job_and_a_failed_poll_need_attention() {
    let mut store = store(1, vec![job("a", 1)], false);
    assert!(!store.needs_attention());
    store.apply(changes(1, 2, vec![], vec![create("s", rejected(), 2)])).unwrap();
    assert!(store.needs_attention());
    store.apply(changes(2, 3, vec![], vec![create("s", SubmissionState::Accepted, 3)])).unwrap();
    assert!(!store.needs_attention());
    let last_error = Some(ErrorReason { code: ProblemCode::ServiceUnreachable, error: "No.".into() });
    let polling = Polling::Scheduled { next_at: UnixMs(9), last_error };
    store.apply(changes(3, 4, vec![JobEntry { polling, revision: 4, ..job("a", 1) }], vec![])).unwrap();
    assert!(store.needs_attention());
}

#[test]
fn a_poll_updates_a_row_and_its_error() {
    let mut store = store(1, vec![job("a", 1)], false);
    let id: JobId = "a".parse().unwrap();
    let reason = ErrorReason { code: ProblemCode::ServiceUnreachable, error: "No.".into() };
    for (checked_at, next_at, last_error) in
        [(UnixMs(9000), UnixMs(9500), Some(reason)), (UnixMs(9600), UnixMs(9900), None)]
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
