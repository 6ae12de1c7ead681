//! The browser's copy of a project's jobs, and how the live stream changes it. Pure: no browser, no clock.
//!
//! The list is contiguous from the newest job down to the oldest one that is loaded. The store ignores jobs older than
//! that until their page is loaded, so that paging never skips one. Each filter has a list of its own. Jobs join and
//! leave it as they change; only the edge can match words. Rows are shared, so that a view compares pointers to see
//! whether its row changed.

mod late_pages;
mod list;
mod open_job;

use std::collections::HashMap;
use std::sync::Arc;

use docket_wire::{
    ErrorReason, Event, EventKind, JobDetail, JobEntry, JobFilter, JobId, JobSort, LiveMessage, Polling,
    Snapshot, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use self::late_pages::LatePage;
use self::list::{FilteredList, JobChange, Position, upsert};
use self::open_job::OpenJob;

/// The jobs, pending submissions and open job of one project.
#[derive(Debug, Clone, Default)]
pub(crate) struct JobStore {
    revision: Option<u64>,
    jobs: Vec<Arc<JobEntry>>,
    submissions: Vec<Arc<Submission>>,
    /// The submissions that had failed before this console knew the project.
    earlier: Vec<SubmissionId>,
    has_more: bool,
    /// How far the unfiltered list is loaded.
    end: Option<Arc<JobEntry>>,
    filtered: Option<FilteredList>,
    /// What changed since a page was requested, if one was.
    late_page: Option<LatePage>,
    open: Option<OpenJob>,
}

/// Changes that do not follow on the revision of the store: some were missed, so the stream has to be opened again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("changes since revision {since}, but the store is at {known}")]
pub(crate) struct MissedChanges {
    known: u64,
    since: u64,
}

impl JobStore {
    /// The revision of the store; absent before the first snapshot.
    pub(crate) fn revision(&self) -> Option<u64> {
        self.revision
    }

    /// Whether the first snapshot has arrived.
    pub(crate) fn is_loaded(&self) -> bool {
        self.revision.is_some()
    }

    /// Whether changes after a revision of the ledger are known already.
    pub(crate) fn is_ahead_of(&self, revision: u64) -> bool {
        self.revision.is_some_and(|known| known > revision)
    }

    /// The current list, in its order: the filtered one, or all jobs, newest first.
    pub(crate) fn jobs(&self) -> &[Arc<JobEntry>] {
        self.filtered.as_ref().map_or(&self.jobs, |list| &list.jobs)
    }

    /// The loaded jobs of the unfiltered list.
    pub(crate) fn all_jobs(&self) -> &[Arc<JobEntry>] {
        &self.jobs
    }

    /// A row of either list.
    pub(crate) fn job(&self, id: &JobId) -> Option<&Arc<JobEntry>> {
        self.jobs().iter().chain(&self.jobs).find(|job| job.id == *id)
    }

    /// Submissions of new jobs that have no job yet, newest first.
    pub(crate) fn submissions(&self) -> &[Arc<Submission>] {
        &self.submissions
    }

    /// Whether a submission had failed before this console knew the project.
    pub(crate) fn is_earlier(&self, id: &SubmissionId) -> bool {
        self.earlier.contains(id)
    }

    /// Whether there are submissions without a job, jobs that a search lacks, or loaded jobs whose last poll failed.
    pub(crate) fn needs_attention(&self) -> bool {
        !self.submissions.is_empty()
            || self.lacks_new()
            || self.jobs.iter().any(|job| job.polling.last_error().is_some())
    }

    /// Whether there are jobs after the end of the current list.
    pub(crate) fn has_more(&self) -> bool {
        self.filtered.as_ref().map_or(self.has_more, |list| list.has_more)
    }

    /// Makes the list of `filter` the current one. Without conditions and in the default order, that is the unfiltered list.
    pub(crate) fn set_filter(&mut self, filter: JobFilter) {
        if self.is_filtered_by(&filter) {
            return;
        }
        self.end_page();
        self.filtered = (!is_unfiltered(&filter)).then(|| FilteredList::new(filter));
    }

    /// Whether the current list is that of `filter`.
    pub(crate) fn is_filtered_by(&self, filter: &JobFilter) -> bool {
        self.filtered.as_ref().map_or(is_unfiltered(filter), |list| list.filter == *filter)
    }

    /// The order of the current list.
    pub(crate) fn sort(&self) -> JobSort {
        self.filtered.as_ref().map(|list| list.filter.sort).unwrap_or_default()
    }

    /// Whether the first page of the current list has to be loaded, for the first time or again: also when every loaded row
    /// has left the list, and there are more.
    pub(crate) fn is_first_page_missing(&self) -> bool {
        self.filtered.as_ref().is_some_and(|list| !list.is_current)
            || (self.has_more() && self.jobs().is_empty())
    }

    /// Whether jobs were started since the search that it could find.
    pub(crate) fn lacks_new(&self) -> bool {
        self.filtered.as_ref().is_some_and(|list| list.lacks_new)
    }

    /// Has the first page of the search loaded again, with the jobs that were started since.
    pub(crate) fn search_again(&mut self) {
        if let Some(filtered) = &mut self.filtered {
            filtered.lacks_new = false;
            filtered.is_current = false;
        }
    }

    /// Begins to load a page, and returns its query. [`JobStore::append_page`] takes the response.
    pub(crate) fn begin_page(&mut self) -> JobFilter {
        self.late_page = Some(LatePage::since(self.revision.unwrap_or(0)));
        self.next_page()
    }

    /// Ends the wait for the page that was requested last. One that arrives anyway has to be requested again.
    pub(crate) fn end_page(&mut self) {
        if let Some(late_page) = &mut self.late_page {
            late_page.abandon();
        }
    }

    /// The query of the page to load next: the first page if it is needed, the next one otherwise.
    pub(crate) fn next_page(&self) -> JobFilter {
        let filter = self.filtered.as_ref().map(|list| list.filter.clone()).unwrap_or_default();
        let last = self.jobs().last().filter(|_| !self.is_first_page_missing());
        JobFilter { before: last.map(|job| job.id.clone()), ..filter }
    }

    /// Whether a page belongs to the current list.
    pub(crate) fn has_page(&self, page: &JobFilter) -> bool {
        self.is_filtered_by(&JobFilter { before: None, ..page.clone() })
    }

    /// The history of the open job, if that is `id`.
    pub(crate) fn detail(&self, id: &JobId) -> Option<&Arc<JobDetail>> {
        self.open_as(id).map(|open| &open.detail)
    }

    /// Whether the history of the open job has to be fetched again.
    pub(crate) fn is_detail_stale(&self, id: &JobId) -> bool {
        self.open_as(id).is_some_and(|open| open.is_stale)
    }

    /// Applies one message of the live stream.
    ///
    /// # Errors
    /// If changes were missed; the store stays as it was.
    pub(crate) fn apply(&mut self, message: LiveMessage) -> Result<(), MissedChanges> {
        match message {
            LiveMessage::Snapshot(snapshot) => self.reset(snapshot),
            LiveMessage::Checked { job, checked_at, next_at, last_error } => {
                self.record_check(&job, checked_at, next_at, last_error);
            }
            // Signals beside the store have the pauses, and how much of the inbox is unread.
            LiveMessage::Pauses(_) | LiveMessage::Inbox { .. } => {}
            LiveMessage::Changes { since, revision, events, jobs, submissions } => {
                let known = self.revision.unwrap_or(0);
                if since > known || self.revision.is_none() {
                    return Err(MissedChanges { known, since });
                }
                // Rows are sent in their latest state, so changes that overlap with known ones do no harm.
                if revision > known {
                    self.revision = Some(revision);
                }
                let is_deletion = |event: &&Event| event.what == EventKind::Deleted && event.revision > known;
                events.iter().filter(is_deletion).for_each(|event| self.remove(event));
                if let Some(open) = &mut self.open {
                    open.patch(since, revision, &events, &jobs, &submissions);
                }
                for job in jobs {
                    self.upsert_job(job);
                }
                for submission in submissions {
                    self.upsert_submission(submission);
                }
            }
        }
        Ok(())
    }

    /// Replaces everything by `snapshot`. Older pages are dropped, because they may have changed.
    pub(crate) fn reset(&mut self, snapshot: Snapshot) {
        if self.revision.replace(snapshot.revision).is_none() {
            let has_failed = |row: &&Submission| row.state != SubmissionState::Sending;
            self.earlier = snapshot.submissions.iter().filter(has_failed).map(|row| row.id.clone()).collect();
        }
        // A row that is as it was stays the same to those who compare pointers.
        let mut known: HashMap<JobId, Arc<JobEntry>> =
            self.jobs.drain(..).map(|job| (job.id.clone(), job)).collect();
        let shared = |job: JobEntry| match known.remove(&job.id) {
            Some(known) if *known == job => known,
            _ => Arc::new(job),
        };
        self.jobs = snapshot.jobs.into_iter().map(shared).collect();
        self.submissions = snapshot.submissions.into_iter().map(Arc::new).collect();
        self.has_more = snapshot.has_more;
        self.end = self.jobs.last().cloned();
        if let Some(filtered) = &mut self.filtered {
            filtered.is_current = false;
        }
        // Nobody knows what changed since an older page.
        if let Some(late_page) = &mut self.late_page {
            late_page.since = snapshot.revision;
        }
        if let Some(open) = &mut self.open {
            open.is_stale = open.revision < snapshot.revision;
        }
    }

    /// Appends the page that was requested with [`JobStore::begin_page`], or ignores it if it is no longer the next one. Returns
    /// whether it is too old: it has to be requested again.
    pub(crate) fn append_page(&mut self, requested: &JobFilter, page: Snapshot) -> bool {
        if self.next_page() != *requested {
            return false;
        }
        if self.late_page.as_ref().is_some_and(|late_page| late_page.is_too_old(page.revision)) {
            return true;
        }
        let LatePage { changed: mut newer, deleted, .. } = self.late_page.take().unwrap_or_default();
        newer.retain(|job| job.revision > page.revision);
        let (jobs, has_more, end) = match &mut self.filtered {
            Some(filtered) => {
                if !filtered.is_current {
                    filtered.jobs.clear();
                    filtered.lacks_new &= !newer.is_empty();
                }
                filtered.is_current = true;
                (&mut filtered.jobs, &mut filtered.has_more, &mut filtered.end)
            }
            None => (&mut self.jobs, &mut self.has_more, &mut self.end),
        };
        let known = jobs.len();
        for job in page.jobs {
            let is_known = jobs.iter().take(known).any(|row| row.id == job.id);
            if !is_known && !deleted.contains(&job.id) {
                jobs.push(Arc::new(job));
            }
        }
        *has_more = page.has_more;
        *end = jobs.last().cloned();
        newer.into_iter().for_each(|job| self.place(job, JobChange::Updated));
        false
    }

    /// Opens a job with its fetched history. A history older than the store lacks what the stream sent meanwhile, so it
    /// is stale at once.
    pub(crate) fn open_job(&mut self, detail: JobDetail) {
        let is_stale = self.revision.is_some_and(|known| detail.revision < known);
        self.open = Some(OpenJob { revision: detail.revision, detail: Arc::new(detail), is_stale });
    }

    /// The first revision of what is loaded of the open job's history, if the job is `id`.
    pub(crate) fn history_start(&self, id: &JobId) -> Option<u64> {
        self.open_as(id)?.start()
    }

    /// Adds the page of the open job's history before a revision, or ignores it if what is loaded begins elsewhere by now.
    pub(crate) fn prepend_history(&mut self, before: u64, page: JobDetail) {
        let follows = |open: &&mut OpenJob| *open.id() == page.job.id && open.start() == Some(before);
        if let Some(open) = self.open.as_mut().filter(follows) {
            open.prepend(page);
        }
    }

    fn open_as(&self, id: &JobId) -> Option<&OpenJob> {
        self.open.as_ref().filter(|open| open.id() == id)
    }

    fn record_check(
        &mut self,
        id: &JobId,
        checked_at: UnixMs,
        next_at: Option<UnixMs>,
        last_error: Option<ErrorReason>,
    ) {
        let freshen = |job: &mut JobEntry| {
            job.checked_at = job.checked_at.max(checked_at);
            if let (Polling::Scheduled { .. }, Some(next_at)) = (&job.polling, next_at) {
                job.polling = Polling::Scheduled { next_at, last_error: last_error.clone() };
            }
        };
        let listed = self.filtered.iter_mut().flat_map(|list| &mut list.jobs);
        for job in self.jobs.iter_mut().chain(listed).filter(|job| job.id == *id) {
            freshen(Arc::make_mut(job));
        }
        if let Some(open) = self.open.as_mut().filter(|open| open.id() == id) {
            freshen(&mut Arc::make_mut(&mut open.detail).job);
        }
    }

    /// Removes what was deleted. A job that was added again comes with the same changes.
    fn remove(&mut self, deleted: &Event) {
        let is_other = |job: &Arc<JobEntry>| Some(&job.id) != deleted.job.as_ref();
        self.jobs.retain(is_other);
        if let Some(filtered) = &mut self.filtered {
            filtered.jobs.retain(is_other);
        }
        if let (Some(late_page), Some(id)) = (&mut self.late_page, &deleted.job) {
            late_page.delete(id);
        }
        self.submissions.retain(|submission| Some(&submission.id) != deleted.submission.as_ref());
        self.open.take_if(|open| Some(open.id()) == deleted.job.as_ref());
    }

    fn upsert_job(&mut self, job: JobEntry) {
        let job = Arc::new(job);
        if let Some(late_page) = &mut self.late_page {
            late_page.change(&job);
        }
        let is_new = self.jobs.first().is_none_or(|newest| newest.added_at < job.added_at);
        self.place(job, if is_new { JobChange::Started } else { JobChange::Updated });
    }

    /// Puts the latest state of a job into both lists.
    fn place(&mut self, job: Arc<JobEntry>, change: JobChange) {
        if let Some(filtered) = &mut self.filtered {
            filtered.upsert(Arc::clone(&job), change);
        }
        let position = if job.hidden { Position::Absent } else { Position::Sorted(JobSort::Newest) };
        upsert(&mut self.jobs, self.end.as_deref().filter(|_| self.has_more), job, position);
    }

    fn upsert_submission(&mut self, submission: Submission) {
        let known = self.submissions.iter().position(|row| row.id == submission.id);
        let is_newer = |row: &Arc<Submission>| row.revision > submission.revision;
        if known.and_then(|index| self.submissions.get(index)).is_some_and(is_newer) {
            return;
        }
        if let Some(index) = known {
            self.submissions.remove(index);
        }
        // A discarded prompt stays until the next snapshot, so that its author can still edit it as a new prompt.
        let is_shown = match submission.state {
            SubmissionState::Accepted => false,
            SubmissionState::Discarded => known.is_some(),
            _ => true,
        };
        if is_shown && submission.kind == SubmissionKind::Create && submission.job.is_none() {
            let index = self.submissions.partition_point(|row| row.submitted_at > submission.submitted_at);
            self.submissions.insert(index, Arc::new(submission));
        }
    }
}

/// Whether a filter lists what the unfiltered list has, in the same order.
fn is_unfiltered(filter: &JobFilter) -> bool {
    filter.is_plain() && filter.sort == JobSort::Newest
}

#[cfg(test)]
mod tests;
