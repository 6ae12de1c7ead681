use super::*;

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
