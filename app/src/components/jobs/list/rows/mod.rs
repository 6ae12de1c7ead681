//! The rows of the job table. One effect patches them all, by what changed in their jobs and by the clock: a list has
//! thousands, and some change every second. Rows that Leptos built and patched took more than twice as long
//! (`cargo xtask bench table`).

mod age;
mod labels;
mod prototypes;
mod row;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use docket_wire::{JobEntry, JobId, ProjectId};
use web_sys::Element;

use self::prototypes::Prototypes;
use self::row::LiveRow;

/// The rows in a table's body.
pub(super) struct LiveRows {
    body: Element,
    prototypes: Prototypes,
    rows: HashMap<JobId, LiveRow>,
    shown: Vec<Arc<JobEntry>>,
}

impl LiveRows {
    /// No rows, in an empty body. Those that are selectable have a box.
    pub(super) fn new(body: Element, project: ProjectId, is_selectable: bool) -> Self {
        let prototypes = Prototypes::new(project, is_selectable);
        Self { body, prototypes, rows: HashMap::new(), shown: Vec::new() }
    }

    /// Shows these jobs in this order, as of `now_ms`.
    pub(super) fn show(&mut self, jobs: &[Arc<JobEntry>], now_ms: i64) {
        let before = std::mem::replace(&mut self.shown, jobs.to_vec());
        self.arrange(&before, jobs);
        for job in jobs {
            if let Some(row) = self.rows.get_mut(&job.id) {
                row.show(job, now_ms, &self.prototypes);
            }
        }
    }

    /// Adds and removes rows, and moves those that are not where they belong: what stays keeps the focus.
    fn arrange(&mut self, before: &[Arc<JobEntry>], jobs: &[Arc<JobEntry>]) {
        let (start, end) = common_ends(before, jobs, |before, job| before.id == job.id);
        let [old, new] = [before, jobs].map(|list| list.get(start..list.len() - end).unwrap_or_default());
        let wanted: HashSet<&JobId> = new.iter().map(|job| &job.id).collect();
        for gone in old.iter().filter(|job| !wanted.contains(&job.id)) {
            if let Some(row) = self.rows.remove(&gone.id) {
                row.remove();
            }
        }
        let last = start.checked_sub(1).and_then(|index| self.rows.get(&jobs.get(index)?.id));
        let mut next = match last {
            Some(row) => row.element.next_element_sibling(),
            None => self.body.first_element_child(),
        };
        for job in new {
            let row = match self.rows.entry(job.id.clone()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => match LiveRow::new(&job.id, &self.prototypes) {
                    Some(row) => place.insert(row),
                    None => continue,
                },
            };
            if next.as_ref() == Some(&row.element) {
                next = row.element.next_element_sibling();
            } else {
                // It fails only for a sibling that is elsewhere.
                let _ = self.body.insert_before(&row.element, next.as_deref());
            }
        }
    }
}

/// How many items two lists have in common at their start, and how many others at their end.
fn common_ends<T>(before: &[T], after: &[T], is_same: impl Fn(&T, &T) -> bool) -> (usize, usize) {
    let start = before.iter().zip(after).take_while(|(before, after)| is_same(before, after)).count();
    let rest = before.len().min(after.len()) - start;
    let ends = before.iter().rev().zip(after.iter().rev()).take(rest);
    (start, ends.take_while(|(before, after)| is_same(before, after)).count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::common_ends;

    fn ends(before: &str, after: &str) -> (usize, usize) {
        common_ends(before.as_bytes(), after.as_bytes(), |before, after| before == after)
    }

    #[test]
    fn only_what_differs_is_arranged() {
        assert_eq!(ends("abcde", "abxde"), (2, 2));
        assert_eq!(ends("abc", "abc"), (3, 0));
        assert_eq!(ends("", "abc"), (0, 0));
        assert_eq!(ends("abc", "bc"), (0, 2));
        assert_eq!(ends("aa", "aaa"), (2, 0), "no item counts twice");
    }

    proptest! {
        #[test]
        fn both_lists_are_the_ends_with_something_between(before in "[ab]{0,6}", after in "[ab]{0,6}") {
            let (start, end) = ends(&before, &after);
            prop_assert!(start + end <= before.len().min(after.len()));
            prop_assert_eq!(&before[..start], &after[..start]);
            prop_assert_eq!(&before[before.len() - end..], &after[after.len() - end..]);
        }
    }
}
