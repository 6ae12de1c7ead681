//! What a person does with several jobs at once, and the request of each. Pure.

use docket_wire::{JobEntry, JobId, JobPatch, Label};

use crate::state::jobs::polling::polling_toggle;
use crate::texts::jobs::bulk as texts;

/// Something to do with every selected job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BulkAction {
    Label(Vec<Label>),
    /// Takes these labels off these jobs.
    Unlabel(Vec<(JobId, Vec<Label>)>),
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
            Self::Label(_) => {
                let labels = [job.labels.clone(), self.added_labels(job)].concat();
                (labels != job.labels).then(|| JobPatch { labels: Some(labels), ..JobPatch::default() })
            }
            Self::Unlabel(of_jobs) => {
                let (_, removed) = of_jobs.iter().find(|(id, _)| *id == job.id)?;
                let mut labels = job.labels.clone();
                labels.retain(|label| !removed.contains(label));
                (labels != job.labels).then(|| JobPatch { labels: Some(labels), ..JobPatch::default() })
            }
        }
    }

    /// The labels that a job gets with it.
    pub(super) fn added_labels(&self, job: &JobEntry) -> Vec<Label> {
        let Self::Label(added) = self else { return Vec::new() };
        added.iter().filter(|label| !job.labels.contains(label)).cloned().collect()
    }

    /// Whether jobs leave the list with it.
    pub(crate) fn removes(&self) -> bool {
        matches!(self, Self::SetHidden(_))
    }

    /// What it has done to this many jobs.
    pub(super) fn done(&self, jobs: &str) -> String {
        match self {
            Self::Label(_) => texts::labelled(jobs),
            Self::Unlabel(_) => texts::unlabelled(jobs),
            Self::SetHidden(true) => texts::hidden(jobs),
            Self::SetHidden(false) => texts::unhidden(jobs),
            Self::SetPolling(true) => texts::polling_resumed(jobs),
            Self::SetPolling(false) => texts::polling_stopped(jobs),
        }
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
}
