//! The outcome of the call for a submission.

use docket_wire::{
    DAY_MS, ErrorReason, EventKind, JobPatch, Label, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use super::outcome::{Settlement, StoredAnswer};
use crate::auth::caller::is_program;
use crate::jobs::ledger::Ledger;
use crate::jobs::polling::response::expect_activity;
use crate::jobs::schedule::Audience;
use crate::jobs::store::{EventContext, JobRow, SubmissionRow, title};
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::CallFailure;
use crate::upstream::response::ServiceJob;

/// How long a rejected prompt of a program stays in the ledger: a week is time to find out why. Prompts of people stay
/// until they discard them, because the ledger may have the only copy.
const REJECTED_OF_PROGRAMS_MS: i64 = 7 * DAY_MS;
/// The number of rejected prompts of programs that stay: at most 10 MB, because a prompt has at most 100 kB.
const REJECTED_OF_PROGRAMS_MAX: i64 = 100;

/// Whether a response is the latest one about its job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResponseOrder {
    Latest,
    /// The job has changed since the request, and the response may be older than that.
    MaybeEarlier,
}

impl<D: Database> Ledger<D> {
    /// Records the outcome of the call for a submission.
    ///
    /// # Errors
    ///
    /// If storage fails, or no such submission waits for an outcome.
    pub fn settle(
        &self,
        id: &SubmissionId,
        outcome: &Result<ServiceJob, CallFailure>,
        now: UnixMs,
    ) -> Result<Settlement, DatabaseError> {
        let sent = self.sent_prompts.get(id);
        let settlement = self.atomically(|| {
            let submission = self.submissions().load(id)?;
            let submission =
                submission.ok_or_else(|| DatabaseError("the submission does not exist".to_owned()))?;
            match submission.state {
                SubmissionState::Sending | SubmissionState::Unknown { .. } => {}
                SubmissionState::Queued
                | SubmissionState::Accepted
                | SubmissionState::Rejected { .. }
                | SubmissionState::Discarded => {
                    return Err(DatabaseError("the submission does not wait for an outcome".to_owned()));
                }
            }
            // A response about another job does not say what became of the follow-up.
            let outcome = outcome.as_ref().map_err(Clone::clone).and_then(|response| match &submission.job {
                Some(job) => response.check_id(job),
                None => Ok(response),
            });
            if let Err(failure) = &outcome {
                self.begin_prompt_pause(failure, now)?;
            }
            if let (Err(CallFailure::Throttled { .. }), Some(sent)) = (&outcome, &sent) {
                // The service does not count it either.
                self.prompt_limiter().cancel(sent.permit)?;
            }
            let settlement = match &outcome {
                Ok(response) => {
                    let known = self.jobs().load(&response.job.id)?;
                    // A job that the ledger does not have, as after most creates, has no events either.
                    let revision = match &known {
                        Some(row) => self.events().last_of_job(&row.id)?,
                        None => None,
                    };
                    // The submission has the revision of when it was sent.
                    let order = if revision.is_none_or(|revision| revision <= submission.revision) {
                        ResponseOrder::Latest
                    } else {
                        ResponseOrder::MaybeEarlier
                    };
                    Settlement::Accepted(self.record_accepted(&submission, response, known, order, now)?)
                }
                Err(failure) if failure.may_have_acted() => {
                    self.record_unknown(&submission, failure.reason(), now)?;
                    Settlement::Unknown(failure.clone())
                }
                Err(CallFailure::Throttled { .. }) if sent.as_ref().is_some_and(|sent| sent.was_queued) => {
                    self.requeue(&submission, now)?;
                    Settlement::Requeued
                }
                Err(failure) => {
                    self.record_rejected(&submission, &failure.reason(), now)?;
                    Settlement::Rejected(failure.clone())
                }
            };
            self.record_call(outcome.as_ref().err(), now)?;
            Ok(settlement)
        })?;
        self.sent_prompts.remove(id);
        Ok(settlement)
    }

    /// Rejects a submission that could not be sent, for this reason.
    pub fn settle_unsent(
        &self,
        id: &SubmissionId,
        reason: ErrorReason,
        now: UnixMs,
    ) -> Result<Settlement, DatabaseError> {
        let error = format!("Docket did not send the prompt. {}", reason.error);
        let reason = ErrorReason { error, ..reason };
        self.atomically(|| {
            if let Some(submission) = self.submissions().load(id)?
                && submission.state == SubmissionState::Sending
            {
                self.record_rejected(&submission, &reason, now)?;
            }
            self.sent_prompts.get(id).map_or(Ok(()), |sent| self.prompt_limiter().cancel(sent.permit))
        })?;
        self.sent_prompts.remove(id);
        Ok(Settlement::Unsent(reason))
    }

    /// The service accepted a submission, by its answer or as a caller says. A create adds its job to the
    /// ledger, unless a request for the job by its id added it earlier; after a follow-up, polling begins
    /// again. The response is applied if it is the latest one about the job. `known` is the row of the job, if the ledger has it.
    pub(super) fn record_accepted(
        &self,
        submission: &SubmissionRow,
        response: &ServiceJob,
        known: Option<JobRow>,
        order: ResponseOrder,
        now: UnixMs,
    ) -> Result<StoredAnswer, DatabaseError> {
        let job = &response.job;
        let context = EventContext { job: Some(&job.id), ..EventContext::of_submission(submission) };
        let revision = self.events().append(now, context.by(&submission.author), &EventKind::Accepted)?;
        let is_new = known.is_none();
        let (mut row, order) = match known {
            Some(row) => (row, order),
            None => (self.jobs().new_row(job, now)?, ResponseOrder::Latest),
        };
        match submission.kind {
            SubmissionKind::Create => {
                row.title = Some(title(submission.prompt.text()?));
                row.author = Some(submission.author.clone());
                if matches!(submission.state, SubmissionState::Unknown { .. })
                    && row.work() == SubmissionKind::Create
                {
                    // A person matches it long after it began.
                    row.active_since = row.active_since.min(submission.submitted_at);
                }
            }
            SubmissionKind::FollowUp => {
                row.follow_ups = row.follow_ups.saturating_add(1);
                row.is_running_long = false;
                expect_activity(&mut row, now);
            }
        }
        row.revision = revision;
        if order == ResponseOrder::Latest {
            // The author waits for the job until a poll finds that no console is open.
            row = self.apply_response(row, response, Audience::Viewers, now)?;
        }
        if submission.kind == SubmissionKind::Create && row.has_ended() && row.news_revision == 0 {
            // It ended before Docket saw it active.
            row.news_revision = row.revision;
        }
        // As far as a job may have so many.
        let room = JobPatch::LABELS_MAX.saturating_sub(row.labels.len());
        let new = submission.labels.iter().filter(|label| !row.labels.contains(label)).take(room);
        let mut labels: Vec<Label> = row.labels.iter().chain(new).cloned().collect();
        labels.sort_unstable();
        self.store_with_labels(&mut row, labels, &submission.author, now)?;
        let prompt = submission.prompt.text()?;
        if is_new {
            self.search_index().add_first(&job.id, prompt)?;
        } else {
            self.search_index().add(&job.id, prompt)?;
        }
        let answer = (response.status, response.body.as_str());
        self.submissions().set_accepted(&submission.id, &job.id, answer, revision)?;
        Ok(StoredAnswer { status: response.status, body: response.body.clone() })
    }

    /// This attempt was not carried out. If an earlier attempt had no answer, the outcome stays unknown, for the reason
    /// of that attempt.
    pub(super) fn record_rejected(
        &self,
        submission: &SubmissionRow,
        reason: &ErrorReason,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::Rejected { reason: reason.clone() };
        let state = match self.submissions().unknown_reason(&submission.id)? {
            Some(reason) => SubmissionState::Unknown { reason },
            None => SubmissionState::Rejected { reason: reason.clone() },
        };
        self.change_state(submission, None, &what, &state, now)?;
        if is_program(&submission.author) {
            self.purge_rejected(now)?;
            self.retention()
                .delete_closed(&self.submissions().rejected_beyond(REJECTED_OF_PROGRAMS_MAX)?, now)?;
        }
        Ok(())
    }

    /// Deletes the old rejected prompts of programs, with their events.
    pub(crate) fn purge_rejected(&self, now: UnixMs) -> Result<(), DatabaseError> {
        let before = now.plus_ms(-REJECTED_OF_PROGRAMS_MS);
        self.retention().delete_closed(&self.submissions().rejected_before(before)?, now)
    }

    /// The service may have carried a submission out. If it was a follow-up, its job may be active again and is
    /// polled.
    pub(super) fn record_unknown(
        &self,
        submission: &SubmissionRow,
        reason: ErrorReason,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::OutcomeUnknown { reason: reason.clone() };
        let state = SubmissionState::Unknown { reason };
        let revision = self.change_state(submission, None, &what, &state, now)?;
        let Some(job) = &submission.job else { return Ok(()) };
        let Some(mut row) = self.jobs().load(job)? else { return Ok(()) };
        if row.status.has_ended() {
            expect_activity(&mut row, now);
        }
        row.revision = revision;
        self.jobs().store(&row)
    }
}
