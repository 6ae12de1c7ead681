//! The browser's copy of a project's ledger, and how the live stream changes it. Pure: no browser, no clock.
//!
//! The list is contiguous from the newest job down to the oldest one loaded. Jobs older than that are left out
//! until they are loaded, so that paging never skips one. What a filter found is a list of its own, which jobs leave
//! and join as they change; only whether their words match is left to the edge. Rows are shared, so that a view can
//! tell by the pointer whether its row changed.

use std::sync::Arc;

use docket_wire::{
    Event, JobDetail, JobEntry, JobFilter, JobId, LiveMessage, Polling, Snapshot, Submission, SubmissionKind,
    SubmissionState, UnixMs,
};

use super::search;

/// What is known of a project's jobs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mirror {
    revision: Option<u64>,
    jobs: Vec<Arc<JobEntry>>,
    submissions: Vec<Arc<Submission>>,
    has_more: bool,
    found: Option<Found>,
    open: Option<OpenJob>,
}

/// What a filter found.
#[derive(Debug, Clone)]
struct Found {
    filter: JobFilter,
    jobs: Vec<Arc<JobEntry>>,
    has_more: bool,
    /// Whether the rows are an answer to the filter, with nothing missed since.
    is_current: bool,
}

/// The job whose page is open, with its history.
#[derive(Debug, Clone)]
struct OpenJob {
    detail: Arc<JobDetail>,
    /// Whether changes may have been missed since it was fetched.
    is_stale: bool,
}

/// Changes that do not follow on what is known: some were missed, and the stream must be asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("changes after revision {since}, but only {known} is known")]
pub(crate) struct Gap {
    known: u64,
    since: u64,
}

impl Mirror {
    /// The revision that it shows; none before the first snapshot.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.revision
    }

    /// The list that is shown, newest first: what the filter found, or everything.
    pub(crate) fn jobs(&self) -> &[Arc<JobEntry>] {
        self.found.as_ref().map_or(&self.jobs, |found| &found.jobs)
    }

    /// One row of any list.
    pub(crate) fn job(&self, id: &JobId) -> Option<&Arc<JobEntry>> {
        self.jobs().iter().chain(&self.jobs).find(|job| job.id == *id)
    }

    /// Creates that have no job, newest first.
    pub(crate) fn submissions(&self) -> &[Arc<Submission>] {
        &self.submissions
    }

    /// Whether there are jobs older than the list that is shown.
    pub(crate) fn has_more(&self) -> bool {
        self.found.as_ref().map_or(self.has_more, |found| found.has_more)
    }

    /// Shows what `filter` finds instead of everything; a plain one shows everything again.
    pub(crate) fn find(&mut self, filter: JobFilter) {
        if filter.is_plain() {
            self.found = None;
        } else if !self.is_finding(&filter) {
            self.found = Some(Found { filter, jobs: Vec::new(), has_more: false, is_current: false });
        }
    }

    /// Whether the list that is shown is that of `filter`.
    pub(crate) fn is_finding(&self, filter: &JobFilter) -> bool {
        self.found.as_ref().map_or(filter.is_plain(), |found| found.filter == *filter)
    }

    /// Whether the first page of what the filter finds has to be loaded (again).
    pub(crate) fn is_list_missing(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.is_current)
    }

    /// The page to be loaded next: the older jobs, or the first ones where they are missing.
    pub(crate) fn next_page(&self) -> JobFilter {
        let filter = self.found.as_ref().map(|found| found.filter.clone()).unwrap_or_default();
        let last = self.jobs().last().filter(|_| !self.is_list_missing());
        JobFilter { before: last.map(|job| job.id.clone()), ..filter }
    }

    /// The open job's history, if it is that of `id`.
    pub(crate) fn detail(&self, id: &JobId) -> Option<&Arc<JobDetail>> {
        self.open.as_ref().map(|open| &open.detail).filter(|detail| detail.job.id == *id)
    }

    /// Whether the open job has to be fetched again.
    pub(crate) fn is_detail_stale(&self, id: &JobId) -> bool {
        self.open.as_ref().is_some_and(|open| open.is_stale && open.detail.job.id == *id)
    }

    /// Takes in one message of the live stream.
    ///
    /// # Errors
    /// If changes were missed; nothing is taken in then.
    pub(crate) fn apply(&mut self, message: LiveMessage) -> Result<(), Gap> {
        match message {
            LiveMessage::Snapshot(snapshot) => self.reset(snapshot),
            LiveMessage::Checked { job, checked_at, next_at } => self.checked(&job, checked_at, next_at),
            LiveMessage::Changes { since, revision, events, jobs, submissions } => {
                let known = self.revision.unwrap_or(0);
                if since > known || self.revision.is_none() {
                    return Err(Gap { known, since });
                }
                // Rows come as they are now, so changes that overlap what is known do no harm.
                if revision > known {
                    self.revision = Some(revision);
                }
                self.patch_open(since, revision, &events, &jobs, &submissions);
                for job in jobs {
                    self.put_job(job);
                }
                for submission in submissions {
                    self.put_submission(submission);
                }
            }
        }
        Ok(())
    }

    /// Everything anew. Older pages are let go: nobody knows what changed in them.
    pub(crate) fn reset(&mut self, snapshot: Snapshot) {
        self.revision = Some(snapshot.revision);
        self.jobs = snapshot.jobs.into_iter().map(Arc::new).collect();
        self.submissions = snapshot.submissions.into_iter().map(Arc::new).collect();
        self.has_more = snapshot.has_more;
        if let Some(found) = &mut self.found {
            found.is_current = false;
        }
        if let Some(open) = &mut self.open {
            open.is_stale = open.detail.revision < snapshot.revision;
        }
    }

    /// Takes in the page that [`Mirror::next_page`] said. One that does not follow on any more is left out.
    pub(crate) fn append(&mut self, asked: &JobFilter, page: Snapshot) {
        if self.next_page() != *asked {
            return;
        }
        // The stream may have been faster than the page.
        let newer = self.jobs.iter().filter(|job| job.revision > page.revision).cloned().collect::<Vec<_>>();
        let (jobs, has_more) = match &mut self.found {
            Some(found) => {
                if !found.is_current {
                    found.jobs.clear();
                }
                found.is_current = true;
                (&mut found.jobs, &mut found.has_more)
            }
            None => (&mut self.jobs, &mut self.has_more),
        };
        let known = jobs.len();
        for job in page.jobs {
            let is_known = jobs.iter().take(known).any(|row| row.id == job.id);
            if !is_known {
                jobs.push(Arc::new(job));
            }
        }
        *has_more = page.has_more;
        if let Some(found) = &mut self.found {
            newer.into_iter().for_each(|job| found.put(job));
        }
    }

    /// Opens a job with the history that was fetched. What the stream said in the meantime is not in it, so it is
    /// stale at once if it is older than the mirror.
    pub(crate) fn open(&mut self, detail: JobDetail) {
        let is_stale = self.revision.is_some_and(|known| detail.revision < known);
        self.open = Some(OpenJob { detail: Arc::new(detail), is_stale });
    }

    fn checked(&mut self, id: &JobId, checked_at: UnixMs, next_at: Option<UnixMs>) {
        let freshen = |job: &mut JobEntry| {
            job.checked_at = job.checked_at.max(checked_at);
            if let (Polling::Scheduled { .. }, Some(next_at)) = (&job.polling, next_at) {
                job.polling = Polling::Scheduled { next_at, last_error: None };
            }
        };
        let found = self.found.iter_mut().flat_map(|found| &mut found.jobs);
        for job in self.jobs.iter_mut().chain(found).filter(|job| job.id == *id) {
            freshen(Arc::make_mut(job));
        }
        if let Some(open) = self.open.as_mut().filter(|open| open.detail.job.id == *id) {
            freshen(&mut Arc::make_mut(&mut open.detail).job);
        }
    }

    fn put_job(&mut self, job: JobEntry) {
        let job = Arc::new(job);
        if let Some(found) = &mut self.found {
            found.put(Arc::clone(&job));
        }
        let belongs = if job.hidden { Place::Nowhere } else { Place::InOrder };
        put(&mut self.jobs, self.has_more, job, belongs);
    }

    fn put_submission(&mut self, submission: Submission) {
        let known = self.submissions.iter().position(|row| row.id == submission.id);
        let is_newer = |row: &Arc<Submission>| row.revision > submission.revision;
        if known.and_then(|index| self.submissions.get(index)).is_some_and(is_newer) {
            return;
        }
        if let Some(index) = known {
            self.submissions.remove(index);
        }
        // What somebody laid aside stays until the next snapshot, so that its text can still be had back.
        let is_shown = match submission.state {
            SubmissionState::Accepted => false,
            SubmissionState::Discarded => known.is_some(),
            _ => true,
        };
        if is_shown && submission.kind == SubmissionKind::Create && submission.job.is_none() {
            let place = self.submissions.partition_point(|row| row.submitted_at > submission.submitted_at);
            self.submissions.insert(place, Arc::new(submission));
        }
    }

    fn patch_open(
        &mut self,
        since: u64,
        revision: u64,
        events: &[Event],
        jobs: &[JobEntry],
        submissions: &[Submission],
    ) {
        let Some(OpenJob { detail, is_stale }) = &mut self.open else { return };
        if detail.revision < since {
            *is_stale = true;
            return;
        }
        let detail = Arc::make_mut(detail);
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

impl Found {
    /// Takes in a row as it is now. Whether words match is known only to the edge.
    fn put(&mut self, job: Arc<JobEntry>) {
        let place = match &self.filter {
            filter if !search::fits(filter, &job) => Place::Nowhere,
            filter if filter.text.is_some() => Place::WhereItIs,
            _ => Place::InOrder,
        };
        put(&mut self.jobs, self.has_more, job, place);
    }
}

/// Where a row belongs in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Nowhere,
    /// Where it is, if it is there.
    WhereItIs,
    InOrder,
}

/// Takes a row in as it is now, unless a newer one is known. One that belongs behind the last row that is loaded
/// comes with the next page.
fn put(rows: &mut Vec<Arc<JobEntry>>, has_more: bool, job: Arc<JobEntry>, place: Place) {
    if let Some(index) = rows.iter().position(|row| row.id == job.id) {
        match rows.get_mut(index) {
            Some(row) if row.revision > job.revision => {}
            Some(row) if place != Place::Nowhere => *row = job,
            _ => drop(rows.remove(index)),
        }
    } else if place == Place::InOrder {
        let index = rows.partition_point(|row| order(row) > order(&job));
        if index < rows.len() || !has_more {
            rows.insert(index, job);
        }
    }
}

/// The list's order, largest first: when it was created, then its id.
fn order(job: &JobEntry) -> (UnixMs, &JobId) {
    (job.added_at, &job.id)
}

#[cfg(test)]
#[path = "mirror_tests.rs"]
mod tests;
