//! The job whose page is open, with its history.

use std::sync::Arc;

use docket_wire::{Event, JobDetail, JobEntry, JobId, Submission};

/// A job and what is loaded of its history.
#[derive(Debug, Clone)]
pub(super) struct OpenJob {
    pub(super) detail: Arc<JobDetail>,
    /// Whether the store may have missed changes since the history was fetched.
    pub(super) is_stale: bool,
}

impl OpenJob {
    pub(super) fn id(&self) -> &JobId {
        &self.detail.job.id
    }

    /// The first revision of what is loaded.
    pub(super) fn start(&self) -> Option<u64> {
        self.detail.events.first().map(|event| event.revision)
    }

    /// Adds the page before what is loaded.
    pub(super) fn prepend(&mut self, page: JobDetail) {
        let detail = Arc::make_mut(&mut self.detail);
        detail.events.splice(0..0, page.events);
        let is_known = |row: &Submission| detail.submissions.iter().any(|known| known.id == row.id);
        let earlier: Vec<_> = page.submissions.into_iter().filter(|row| !is_known(row)).collect();
        detail.submissions.splice(0..0, earlier);
        detail.has_more = page.has_more;
    }

    /// Applies changes after the revision `since` up to `revision`, or becomes stale if it missed the ones before.
    pub(super) fn patch(
        &mut self,
        since: u64,
        revision: u64,
        events: &[Event],
        jobs: &[JobEntry],
        submissions: &[Submission],
    ) {
        if self.detail.revision < since {
            self.is_stale = true;
            return;
        }
        let detail = Arc::make_mut(&mut self.detail);
        let id = detail.job.id.clone();
        let seen = detail.revision;
        let concerns = |event: &&Event| event.revision > seen && event.job.as_ref() == Some(&id);
        detail.events.extend(events.iter().filter(concerns).cloned());
        for submission in submissions.iter().filter(|submission| submission.job.as_ref() == Some(&id)) {
            match detail.submissions.iter_mut().find(|row| row.id == submission.id) {
                Some(row) if row.revision <= submission.revision => row.clone_from(submission),
                Some(_) => {}
                None => detail.submissions.push(submission.clone()),
            }
        }
        if let Some(job) = jobs.iter().find(|job| job.id == id && job.revision >= detail.job.revision) {
            detail.job.clone_from(job);
        }
        detail.revision = seen.max(revision);
    }
}
