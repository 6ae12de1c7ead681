//! How far an action on several jobs is, and what became of them. Pure.

use docket_wire::{JobEntry, JobId, Label};

use super::action::BulkAction;
use crate::format::number::count;
use crate::texts::jobs::bulk as texts;

/// How far an action is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BulkRun {
    pub action: BulkAction,
    pub total: usize,
    /// Jobs that it changed.
    pub done: Vec<JobId>,
    /// The labels that those got.
    added: Vec<(JobId, Vec<Label>)>,
    /// Jobs for which there was nothing to do.
    pub unchanged: usize,
    /// Jobs that it failed for.
    pub failed: Vec<JobId>,
    /// Why it failed for the last of them.
    pub reason: String,
}

impl BulkRun {
    /// An action that has not begun.
    pub(crate) fn new(action: BulkAction, total: usize) -> Self {
        Self {
            action,
            total,
            done: Vec::new(),
            added: Vec::new(),
            unchanged: 0,
            failed: Vec::new(),
            reason: String::new(),
        }
    }

    /// The action for the jobs that it failed for, and these jobs. What it has done before stays recorded, so that an undo
    /// takes all of it back.
    pub(super) fn again(mut self) -> (Self, Vec<JobId>) {
        let failed = std::mem::take(&mut self.failed);
        (self, failed)
    }

    /// Records that the action changed a job, which was like this before.
    pub(super) fn record_done(&mut self, before: JobEntry) {
        let added = self.action.added_labels(&before);
        if !added.is_empty() {
            self.added.push((before.id.clone(), added));
        }
        self.done.push(before.id);
    }

    /// The action that takes this one back.
    pub(crate) fn inverse(&self) -> Option<BulkAction> {
        match self.action {
            BulkAction::SetHidden(hidden) => Some(BulkAction::SetHidden(!hidden)),
            BulkAction::SetPolling(is_on) => Some(BulkAction::SetPolling(!is_on)),
            BulkAction::Label(_) => Some(BulkAction::Unlabel(self.added.clone())),
            BulkAction::Unlabel(_) => None,
        }
    }

    /// Whether every job has had its turn.
    pub(crate) fn is_over(&self) -> bool {
        self.finished() >= self.total
    }

    fn finished(&self) -> usize {
        self.done.len() + self.unchanged + self.failed.len()
    }

    /// How far it is, or what became of it.
    pub(crate) fn sentence(&self) -> String {
        let shown = |jobs: usize| count(jobs as u64);
        if !self.is_over() {
            return texts::progress(&shown(self.finished()), &shown(self.total));
        }
        let mut parts = Vec::new();
        if !self.done.is_empty() || (self.failed.is_empty() && self.unchanged == 0) {
            parts.push(self.action.done(&shown(self.done.len())));
        }
        if self.unchanged != 0 {
            parts.push(texts::unchanged(&shown(self.unchanged)));
        }
        if !self.failed.is_empty() {
            parts.push(texts::failed(&shown(self.failed.len()), &self.reason));
        }
        let text = parts.join(", ");
        if text.ends_with('.') { text } else { format!("{text}.") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::job;

    fn label(text: &str) -> Label {
        text.to_owned().try_into().unwrap()
    }

    #[test]
    fn the_result_says_what_failed_and_why() {
        let ids = |text: &str| text.split(' ').map(|id| id.parse().unwrap()).collect::<Vec<JobId>>();
        let mut run = BulkRun::new(BulkAction::SetHidden(true), 4);
        assert_eq!(run.sentence(), "0 of 4 done…");
        run.done = ids("a b");
        assert!(!run.is_over());
        run.failed = ids("c");
        run.reason = "The service is down.".into();
        run.unchanged = 1;
        assert!(run.is_over());
        assert_eq!(run.sentence(), "2 hidden, 1 unchanged, 1 failed: The service is down.");
        let mut none = BulkRun::new(BulkAction::SetPolling(false), 2);
        none.unchanged = 2;
        assert_eq!(none.sentence(), "2 unchanged.");
        none.total = 1_200;
        assert_eq!(none.sentence(), "2 of 1,200 done…");
    }

    #[test]
    fn an_undo_changes_what_the_action_changed() {
        let hide = BulkRun::new(BulkAction::SetHidden(true), 1);
        assert_eq!(hide.inverse(), Some(BulkAction::SetHidden(false)));

        let row = |id: &str, labels: Vec<Label>| JobEntry { labels, ..job(id, 1) };
        let both = || vec![label("sdk"), label("urgent")];
        let mut run = BulkRun::new(BulkAction::Label(both()), 2);
        run.record_done(row("a", vec![label("sdk")]));
        run.record_done(row("b", vec![]));
        let undo = run.inverse().unwrap();
        let left = |job: &JobEntry| undo.patch(job).map(|patch| patch.labels.unwrap());
        assert_eq!(left(&row("a", both())), Some(vec![label("sdk")]), "it had this one before");
        assert_eq!(left(&row("b", vec![label("sdk"), label("theirs")])), Some(vec![label("theirs")]));
        assert_eq!(left(&row("c", both())), None);
        assert_eq!(BulkRun::new(undo, 2).inverse(), None);
    }

    #[test]
    fn another_try_is_part_of_the_same_action() {
        let [first, second] = ["a", "b"].map(|id| JobEntry { labels: vec![], ..job(id, 1) });
        let mut run = BulkRun::new(BulkAction::Label(vec![label("sdk")]), 3);
        run.record_done(first.clone());
        run.failed = vec![second.id.clone()];
        run.unchanged = 1;
        let (mut run, jobs) = run.again();
        assert_eq!((jobs, run.is_over()), (vec![second.id.clone()], false));
        run.record_done(second.clone());
        assert!(run.is_over());
        let undo = run.inverse().unwrap();
        let labelled = |job: JobEntry| JobEntry { labels: vec![label("sdk")], ..job };
        assert!([first, second].into_iter().all(|job| undo.patch(&labelled(job)).is_some()));
    }
}
