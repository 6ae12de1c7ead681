//! The outbox: queued follow-ups. They are sent in order, one of a job at a time, each when the job is idle and none of
//! its follow-ups is being sent or of unknown outcome.
//!
//! One that the service throttles is queued again. One that is rejected holds those that were queued behind it until a
//! caller decides: they were written to follow it.

use std::rc::Rc;

use docket_wire::{CallerName, EventKind, JobId, Prompt, Submission, SubmissionId, SubmissionState, UnixMs};

use super::decision::{NewSubmission, StateConflict, SubmissionChange, SubmitDecision};
use super::idempotency::IdempotencyRecord;
use super::sent::SentPrompt;
use crate::jobs::ledger::Ledger;
use crate::jobs::store::{EventContext, StoredPrompt, SubmissionRow};
use crate::rate_limit::Permit;
use crate::storage::{Database, DatabaseError};

/// Maximum number of queued follow-ups of one job.
pub const QUEUED_MAX: i64 = 10;

impl<D: Database> Ledger<D> {
    /// Queues a follow-up, for [`Ledger::release_queued`] to send.
    pub fn queue(
        &self,
        new: &NewSubmission,
        job: &JobId,
        now: UnixMs,
    ) -> Result<SubmitDecision, DatabaseError> {
        self.atomically(|| {
            let submission = match new.idempotency_record(&self.submissions())? {
                IdempotencyRecord::New => new.row(SubmissionState::Queued, now),
                IdempotencyRecord::Retry(earlier) => {
                    SubmissionRow { state: SubmissionState::Queued, submitted_at: now, ..earlier }
                }
                IdempotencyRecord::Decided(decision) => return Ok(decision),
            };
            let Some(mut row) = self.jobs().load(job)? else { return Ok(SubmitDecision::UnknownJob) };
            if self.submissions().queued_count(job)? >= QUEUED_MAX {
                return Ok(SubmitDecision::QueueFull);
            }
            if let Some(decision) = self.possible_duplicate(new, now)? {
                return Ok(decision);
            }
            let submission = self.record(submission, new, &EventKind::Queued, now)?;
            self.cache.has_queued.set(Some(true));
            if row.next_poll_at.is_none() && !row.is_idle() {
                // Without polls, Docket would not notice that the job becomes idle.
                row.is_stopped = false;
                row.is_suspended = false;
                row.failures = 0;
                row.next_poll_at = Some(now);
                row.revision =
                    self.events().append(now, EventContext::of_job(job), &EventKind::PollingResumed)?;
                self.jobs().store(&row)?;
            }
            Ok(SubmitDecision::Queued { submission: submission.id })
        })
    }

    /// Takes the queued follow-ups that can be sent now. The caller calls the service for each and passes the
    /// outcome to [`Ledger::settle`].
    pub fn release_queued(&self, now: UnixMs) -> Result<Vec<SubmissionId>, DatabaseError> {
        if !self.has_queued()? {
            return Ok(Vec::new());
        }
        let released = self.atomically(|| {
            let mut released = Vec::new();
            for submission in self.releasable()? {
                let Some(permit) = self.prompt_limiter().acquire(now)? else { break };
                let (what, state) = (EventKind::Submitted, SubmissionState::Sending);
                let revision =
                    self.change_state(&submission, Some(&submission.author), &what, &state, now)?;
                released.push((SubmissionRow { state, revision, ..submission }, permit));
            }
            Ok(released)
        })?;
        let send = |(submission, permit): (SubmissionRow, Permit)| {
            let id = submission.id.clone();
            self.sent_prompts.add(SentPrompt { submission: Rc::new(submission), permit, was_queued: true });
            id
        };
        Ok(released.into_iter().map(send).collect())
    }

    /// Queues a follow-up again that the service did not take. It keeps its place.
    pub(super) fn requeue(&self, submission: &SubmissionRow, now: UnixMs) -> Result<(), DatabaseError> {
        self.change_state(submission, None, &EventKind::Queued, &SubmissionState::Queued, now)?;
        self.cache.has_queued.set(Some(true));
        Ok(())
    }

    /// Replaces the prompt of a queued follow-up. The same text again changes nothing.
    pub fn edit(
        &self,
        id: &SubmissionId,
        prompt: &Prompt,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.atomically(|| {
            let Some(submission) = self.submissions().load(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            if submission.state != SubmissionState::Queued {
                return Ok(Err(SubmissionChange::Edit.conflicts_with(submission.state)));
            }
            if submission.prompt == StoredPrompt::Text(prompt.prompt.clone()) {
                return Ok(Ok(submission.shown()));
            }
            let context = EventContext::of_submission(&submission).by(by);
            let revision = self.events().append(now, context, &EventKind::Edited)?;
            self.submissions().set_prompt(id, &prompt.prompt, revision)?;
            let prompt = StoredPrompt::Text(prompt.prompt.clone());
            Ok(Ok(SubmissionRow { prompt, revision, ..submission }.shown()))
        })
    }

    /// When the budget allows the next release; `None` if no queued follow-up waits for the budget alone.
    pub(crate) fn next_release(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        if !self.has_queued()? || self.releasable()?.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.prompt_limiter().budget(now)?.free_at(now)))
    }

    fn has_queued(&self) -> Result<bool, DatabaseError> {
        let has_queued = match self.cache.has_queued.get() {
            Some(known) => known,
            None => self.submissions().has_queued()?,
        };
        self.cache.has_queued.set(Some(has_queued));
        if !has_queued {
            self.cache.changed.for_release.replace(Vec::new());
        }
        Ok(has_queued)
    }

    /// The first queued follow-up of every idle job that nothing holds. Whether one is released depends on its job alone,
    /// so only jobs that changed since the last call are checked.
    fn releasable(&self) -> Result<Vec<SubmissionRow>, DatabaseError> {
        let candidates = self.cache.changed.for_release.get();
        let first = match &candidates {
            None => self.submissions().first_queued(None)?,
            Some(jobs) => {
                let mut first = Vec::new();
                for job in jobs {
                    first.extend(self.submissions().first_queued(Some(job))?);
                }
                first.sort_by_key(|submission| submission.submitted_at);
                first
            }
        };
        if first.is_empty() && candidates.is_none_or(|candidates| !candidates.is_empty()) {
            // The last one may have been sent or discarded.
            self.cache.has_queued.take();
        }
        let (mut releasable, mut jobs) = (Vec::new(), Vec::new());
        for submission in first {
            let row = submission.job.as_ref().map_or(Ok(None), |job| self.jobs().load(job))?;
            if row.is_none_or(|row| row.is_idle()) {
                jobs.extend(submission.job.clone());
                releasable.push(submission);
            }
        }
        self.cache.changed.for_release.replace(jobs);
        Ok(releasable)
    }
}
