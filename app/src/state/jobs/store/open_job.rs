//! The job whose page is open, with its history.

use std::sync::Arc;

use docket_wire::{Event, JobDetail, JobEntry, JobId, Submission};

/// A job and what is loaded of its history.
#[derive(Debug, Clone)]
pub(super) struct OpenJob {
    pub(super) detail: Arc<JobDetail>,
    /// How far the changes of the ledger are applied. Most of them concern other jobs, and leave the history as it is.
    pub(super) revision: u64,
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
        if self.revision < since {
            self.is_stale = true;
            return;
        }
        let seen = self.revision;
        self.revision = seen.max(revision);
        let id = self.id().clone();
        let concerns = |event: &&Event| event.revision > seen && event.job.as_ref() == Some(&id);
        let is_own = |submission: &&Submission| submission.job.as_ref() == Some(&id);
        let job = jobs.iter().find(|job| job.id == id);
        if job.is_none()
            && !events.iter().any(|event| concerns(&event))
            && !submissions.iter().any(|row| is_own(&row))
        {
            return;
        }
        let detail = Arc::make_mut(&mut self.detail);
        detail.events.extend(events.iter().filter(concerns).cloned());
        for submission in submissions.iter().filter(is_own) {
            match detail.submissions.iter_mut().find(|row| row.id == submission.id) {
                Some(row) if row.revision <= submission.revision => row.clone_from(submission),
                Some(_) => {}
                None => detail.submissions.push(submission.clone()),
            }
        }
        if let Some(job) = job.filter(|job| job.revision >= detail.job.revision) {
            detail.job.clone_from(job);
        }
    }
}
