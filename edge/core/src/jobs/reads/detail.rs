//! A job with a page of its history.

use docket_wire::{Event, HistoryQuery, JobDetail, JobId, Submission, SubmissionId, UnixMs};
use litemap::LiteMap;

use super::JobReads;
use super::message_size::SizeBudget;
use crate::ordered;
use crate::storage::{Database, DatabaseError};

/// Later than every revision, and exact as a double.
const NEWEST: u64 = 1 << 53;

impl<D: Database> JobReads<'_, D> {
    /// One job with a page of its history, the newest if the query names no other; `None` if the ledger does not have
    /// it.
    pub fn detail(&self, id: &JobId, query: &HistoryQuery) -> Result<Option<JobDetail>, DatabaseError> {
        let Some(row) = self.jobs().find(id)? else { return Ok(None) };
        let work = row.work();
        let job = row.entry()?;
        let limit = query.page_limit() as usize;
        let before = query.before.map_or(NEWEST, |before| before.min(NEWEST));
        let mut events = self.events.of_job(id, before, limit + 1)?;
        let mut budget = SizeBudget::of_message();
        budget.reserve(&job);
        let listed = self.submissions().listed(&submissions_of(&events))?;
        let mut listed: LiteMap<_, _> = listed.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut submissions = Vec::new();
        // An event and its submission are on a page together.
        let has_more = budget.truncate_by(&mut events, limit, |budget, event| {
            let submission = event.submission.as_ref().and_then(|id| listed.get(id));
            let fits =
                budget.reserve(event) && submission.is_none_or(|submission| budget.reserve(submission));
            if fits
                && let Some(id) = &event.submission
                && let Some(row) = listed.remove(id)
            {
                ordered::insert(&mut submissions, row, |one, other| written(one) < written(other));
            }
            fits
        });
        events.reverse();
        self.add_long_prompts(&mut submissions, &mut budget)?;
        let (revision, durations) = (self.events.revision()?, self.learned_durations(Some(work))?);
        Ok(Some(JobDetail { revision, job, submissions, events, has_more, durations }))
    }

    /// Adds prompts that lists leave out, as far as there is room, the newest first.
    fn add_long_prompts(
        &self,
        submissions: &mut [Submission],
        budget: &mut SizeBudget,
    ) -> Result<(), DatabaseError> {
        let is_left_out =
            |row: &&mut Submission| row.prompt.is_none() && row.prompt_deleted_after_days.is_none();
        for submission in submissions.iter_mut().rev().filter(is_left_out) {
            let Some(row) = self.submissions().load(&submission.id)? else { continue };
            let prompt = row.shown().prompt;
            if !budget.reserve(&prompt) {
                break;
            }
            submission.prompt = prompt;
        }
        Ok(())
    }

    /// The revision of a job's last event, and so of its detail; `None` if the ledger does not have the job.
    pub fn job_revision(&self, id: &JobId) -> Result<Option<u64>, DatabaseError> {
        self.events.last_of_job(id)
    }
}

/// The order of submissions.
fn written(submission: &Submission) -> (UnixMs, u64) {
    (submission.submitted_at, submission.revision)
}

fn submissions_of(events: &[Event]) -> Vec<SubmissionId> {
    let mut ids: Vec<_> = events.iter().filter_map(|event| event.submission.clone()).collect();
    // Events of a submission follow one another, mostly.
    ids.dedup();
    ids
}
