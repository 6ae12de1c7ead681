//! What a person does with several jobs at once: the request of each, and what became of them. Pure.

use docket_wire::{JobEntry, JobId, JobPatch, Label};

use crate::format::number::count;
use crate::state::jobs::actions::polling_toggle;
use crate::texts::jobs::bulk as texts;

/// Something to do with every selected job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BulkAction {
    Label(Vec<Label>),
    /// Hides them, or shows them again.
    SetHidden(bool),
    /// Resumes polling, or stops it.
    SetPolling(bool),
}

impl BulkAction {
    /// What has to change about a job. `None` if it is so already, or cannot be.
    pub(crate) fn patch(&self, job: &JobEntry) -> Option<JobPatch> {
        match self {
            Self::SetHidden(hidden) => {
                (job.hidden != *hidden).then(|| JobPatch { hidden: Some(*hidden), ..JobPatch::default() })
            }
            Self::SetPolling(is_on) => (polling_toggle(job) == Some(*is_on))
                .then(|| JobPatch { polling: Some(*is_on), ..JobPatch::default() }),
            Self::Label(added) => {
                let mut labels = job.labels.clone();
                labels.extend(added.iter().filter(|label| !job.labels.contains(label)).cloned());
                (labels != job.labels).then(|| JobPatch { labels: Some(labels), ..JobPatch::default() })
            }
        }
    }

    /// The action that takes this one back, as far as each job has it for one alone.
    pub(crate) fn inverse(&self) -> Option<Self> {
        match self {
            Self::SetHidden(hidden) => Some(Self::SetHidden(!hidden)),
            Self::SetPolling(is_on) => Some(Self::SetPolling(!is_on)),
            Self::Label(_) => None,
        }
    }

    /// Whether jobs leave the list with it.
    pub(crate) fn removes(&self) -> bool {
        matches!(self, Self::SetHidden(_))
    }

    /// What it has done to so many jobs.
    fn done(&self, jobs: &str) -> String {
        match self {
            Self::Label(_) => texts::labelled(jobs),
            Self::SetHidden(true) => texts::hidden(jobs),
            Self::SetHidden(false) => texts::unhidden(jobs),
            Self::SetPolling(true) => texts::polled_again(jobs),
            Self::SetPolling(false) => texts::not_polled(jobs),
        }
    }
}

/// How far an action is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BulkRun {
    pub action: BulkAction,
    pub total: usize,
    /// Jobs that it changed.
    pub done: Vec<JobId>,
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
        Self { action, total, done: Vec::new(), unchanged: 0, failed: Vec::new(), reason: String::new() }
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
    use docket_wire::Polling;

    use super::*;
    use crate::sample::job;

    fn label(text: &str) -> Label {
        text.to_owned().try_into().unwrap()
    }

    #[test]
    fn a_job_gets_the_request_of_the_single_action_if_there_is_something_to_do() {
        let row = JobEntry { labels: vec![label("sdk")], ..job("a", 1) };
        let hide = BulkAction::SetHidden(true);
        assert_eq!(hide.patch(&row), Some(JobPatch { hidden: Some(true), ..JobPatch::default() }));
        assert_eq!(
            hide.patch(&JobEntry { hidden: true, ..row.clone() }),
            None,
            "taking it back would show the job"
        );
        let stop = BulkAction::SetPolling(false);
        assert_eq!(stop.patch(&row), Some(JobPatch { polling: Some(false), ..JobPatch::default() }));
        assert_eq!(stop.patch(&JobEntry { polling: Polling::Ended, ..row.clone() }), None);
        let labels = BulkAction::Label(vec![label("sdk"), label("urgent")]);
        let both = Some(vec![label("sdk"), label("urgent")]);
        assert_eq!(labels.patch(&row), Some(JobPatch { labels: both, ..JobPatch::default() }));
        assert_eq!(BulkAction::Label(vec![label("sdk")]).patch(&row), None);
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
    fn what_can_be_taken_back_has_an_inverse() {
        assert_eq!(BulkAction::SetHidden(true).inverse(), Some(BulkAction::SetHidden(false)));
        assert_eq!(BulkAction::Label(vec![]).inverse(), None);
    }
}
