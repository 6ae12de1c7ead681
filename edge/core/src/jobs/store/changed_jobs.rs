//! Which jobs changed, so that nobody reads the others to find out.

use std::cell::RefCell;

use docket_wire::JobId;

/// The jobs that changed. After a transaction that failed, they may be any.
#[derive(Debug, Default)]
pub(crate) struct ChangedJobs {
    /// Those of which a queued follow-up may be released.
    pub(crate) for_release: JobList,
    /// Those of which no waiting request was notified.
    pub(crate) for_waiters: JobList,
}

impl ChangedJobs {
    /// Notes a change that has an event.
    pub(crate) fn note(&self, job: &JobId) {
        self.for_release.note(job);
        self.for_waiters.note(job);
    }

    /// Any job may have changed.
    pub(crate) fn forget(&self) {
        self.for_release.0.take();
        self.for_waiters.0.take();
    }
}

/// Jobs without repetition; `None` stands for all jobs.
#[derive(Debug, Default)]
pub(crate) struct JobList(RefCell<Option<Vec<JobId>>>);

impl JobList {
    pub(crate) fn note(&self, job: &JobId) {
        if let Some(jobs) = &mut *self.0.borrow_mut()
            && !jobs.contains(job)
        {
            jobs.push(job.clone());
        }
    }

    pub(crate) fn get(&self) -> Option<Vec<JobId>> {
        self.0.borrow().clone()
    }

    /// Replaces the list, and returns the one before.
    pub(crate) fn replace(&self, jobs: Vec<JobId>) -> Option<Vec<JobId>> {
        self.0.replace(Some(jobs))
    }
}
