//! Prompts on their way to the service: written down before the call, settled by its answer.

use docket_wire::{
    EventKind, Fault, JobId, ProblemCode, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use super::apply::{self, Sent};
use super::earlier::IdempotencyRecord;
use super::history::{self, About};
use super::rows::{ACCEPTED, IS_OPEN, QUEUED, REJECTED, SENDING, UNKNOWN, json};
use super::{Ledger, NewSubmission, Settled, StoredAnswer, SubmitDecision};
use crate::storage::{Database, DatabaseError};
use crate::upstream::response::{CallFailure, ServiceJob};

/// How long to hold back after a 429 without `Retry-After`, in seconds.
pub(super) const THROTTLED_WAIT_S: u32 = 60;
/// Within this time an equal prompt of the same person looks like a double, in milliseconds.
const DOUBLE_MS: i64 = 120_000;

impl<D: Database> Ledger<D> {
    /// Takes a prompt in. On [`Admission::Call`] it stands in the ledger, and the caller calls the service and
    /// then [`Ledger::settle`]s; on everything else there is nothing to call.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn submit(&self, new: &NewSubmission, now: UnixMs) -> Result<SubmitDecision, DatabaseError> {
        self.db.atomically(|| {
            let earlier = self.earlier(new)?;
            if let Some(earlier) = earlier.as_ref().filter(|earlier| !earlier.may_try_again()) {
                return earlier.admission();
            }
            if let Some(job) = &new.job
                && self.follow_up_in_flight(job)?
            {
                return Ok(SubmitDecision::FollowUpInFlight);
            }
            if let Some((submission, job)) = self.possible_duplicate(new, now)? {
                return Ok(SubmitDecision::PossibleDuplicate { submission, job });
            }
            // A refused one was not carried out: the same key may try again, and keeps its place in the ledger.
            let id = earlier.map_or_else(|| new.id.clone(), |earlier| earlier.id);
            self.write_down(&id, new, SENDING, now)?;
            self.admit(id, new.job.as_ref(), now)
        })
    }

    /// Takes in what came of the call for a submission.
    ///
    /// # Errors
    /// If storage fails, or there is no such submission that waits for an answer.
    pub fn settle(
        &self,
        submission: &SubmissionId,
        outcome: &Result<ServiceJob, CallFailure>,
        now: UnixMs,
    ) -> Result<Settled, DatabaseError> {
        self.db.atomically(|| {
            let known = self.submission(submission)?;
            let sent = known.ok_or_else(|| DatabaseError("no such submission".to_owned()))?;
            if !matches!(sent.state, SubmissionState::Sending | SubmissionState::Unknown { .. }) {
                return Err(DatabaseError("the submission is settled already".to_owned()));
            }
            match outcome {
                Ok(told) => self.accepted(&sent, told, now).map(Settled::Accepted),
                Err(failure) if failure.may_have_acted() => {
                    self.outcome_unknown(submission, sent.job.as_ref(), &failure.fault(), now)?;
                    Ok(Settled::Unknown(failure.clone()))
                }
                Err(failure) => {
                    if let CallFailure::Throttled { retry_after_s } = failure {
                        let wait_ms = i64::from(retry_after_s.unwrap_or(THROTTLED_WAIT_S)) * 1000;
                        self.prompts().pause(now.plus_ms(wait_ms), now)?;
                    }
                    self.not_carried_out(submission, sent.job.as_ref(), &failure.fault(), now)?;
                    Ok(Settled::Rejected(failure.clone()))
                }
            }
        })
    }

    /// Submissions that were being sent when Docket stopped: nobody will answer for them any more.
    pub(super) fn abandon_sending(&self, now: UnixMs) -> Result<(), DatabaseError> {
        for sending in
            self.submissions(&format!("{IS_OPEN} AND state = 'sending' ORDER BY submitted_at"), &[])?
        {
            let reason = Fault {
                code: ProblemCode::OutcomeUnknown,
                error: "Docket was interrupted while it waited for the service's answer.".to_owned(),
            };
            self.outcome_unknown(&sending.id, sending.job.as_ref(), &reason, now)?;
        }
        Ok(())
    }

    /// Lets a submission that is written down out, if the budget bears it.
    pub(super) fn admit(
        &self,
        id: SubmissionId,
        job: Option<&JobId>,
        now: UnixMs,
    ) -> Result<SubmitDecision, DatabaseError> {
        if self.prompts().budget(now)?.remaining == 0 {
            let free_at = self.prompts().budget(now)?.free_at(now);
            let error = "This hour's budget for prompts is spent. Nothing was sent to the service.";
            let reason = Fault { code: ProblemCode::BudgetExhausted, error: error.to_owned() };
            self.not_carried_out(&id, job, &reason, now)?;
            return Ok(SubmitDecision::Rejected { submission: id, reason, retry_at: Some(free_at) });
        }
        self.prompts().record(now)?;
        Ok(SubmitDecision::Call { submission: id })
    }

    /// An equal prompt of the same person from a moment ago, unless they said that they mean it.
    fn possible_duplicate(
        &self,
        new: &NewSubmission,
        now: UnixMs,
    ) -> Result<Option<(SubmissionId, Option<JobId>)>, DatabaseError> {
        if new.is_confirmed {
            return Ok(None);
        }
        let equal = self.submissions(
            "author = ? AND submitted_at > ? AND prompt = ? AND state NOT IN ('rejected', 'discarded')
             ORDER BY submitted_at DESC",
            &[new.author.0.as_str().into(), now.plus_ms(-DOUBLE_MS).0.into(), new.prompt.as_str().into()],
        )?;
        let same_target = |other: &Submission| match &new.job {
            None => other.kind == SubmissionKind::Create,
            Some(job) => other.kind == SubmissionKind::FollowUp && other.job.as_ref() == Some(job),
        };
        Ok(equal.into_iter().find(same_target).map(|other| (other.id, other.job)))
    }

    fn follow_up_in_flight(&self, job: &JobId) -> Result<bool, DatabaseError> {
        let sending = self.db.run(
            "SELECT 1 FROM submissions WHERE job_id = ? AND state = 'sending' AND kind = 'follow_up' LIMIT 1",
            &[job.as_str().into()],
        )?;
        Ok(!sending.is_empty())
    }

    pub(super) fn write_down(
        &self,
        id: &SubmissionId,
        new: &NewSubmission,
        state: &str,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let about = About { job: new.job.as_ref(), submission: Some(id), by: Some(&new.author) };
        let what = if state == QUEUED { EventKind::Queued } else { EventKind::Submitted };
        let revision = history::append(&self.db, now, about, &what)?;
        let kind = if new.job.is_some() { "follow_up" } else { "create" };
        self.db
            .run(
                "INSERT INTO submissions
                    (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, revision)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, fault = NULL,
                    submitted_at = excluded.submitted_at, revision = excluded.revision",
                &[
                    id.as_str().into(),
                    kind.into(),
                    new.job.as_ref().map(JobId::as_str).into(),
                    new.prompt.as_str().into(),
                    new.author.0.as_str().into(),
                    new.idempotency_key.as_deref().into(),
                    now.0.into(),
                    state.into(),
                    (revision as i64).into(),
                ],
            )
            .map(|_| ())
    }

    /// The service has it: by its answer, or by a person's word.
    pub(super) fn accepted(
        &self,
        submission: &Submission,
        told: &ServiceJob,
        now: UnixMs,
    ) -> Result<StoredAnswer, DatabaseError> {
        let Submission { id, prompt, author, kind, .. } = submission;
        let sent = Sent { submission: id, prompt, author, kind: *kind };
        // Who has just sent it waits for it, until a look finds that nobody does.
        let revision = apply::taken(&self.db, told, sent, &self.schedule(true, now)?, now)?;
        self.db.run(
            "UPDATE submissions SET state = ?, fault = NULL, job_id = COALESCE(job_id, ?), answer_status = ?,
                answer_body = ?, revision = ? WHERE id = ?",
            &[
                ACCEPTED.into(),
                told.job.id.as_str().into(),
                i64::from(told.status).into(),
                told.body.as_str().into(),
                (revision as i64).into(),
                submission.id.as_str().into(),
            ],
        )?;
        Ok(StoredAnswer { status: told.status, body: told.body.clone() })
    }

    /// It was refused this time. If an earlier try was left without an answer, the outcome is as unknown as before.
    fn not_carried_out(
        &self,
        id: &SubmissionId,
        job: Option<&JobId>,
        reason: &Fault,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::Rejected { reason: reason.clone() };
        let found = self
            .db
            .run("SELECT 1 FROM submissions WHERE id = ? AND was_unknown = 1", &[id.as_str().into()])?;
        let state = if found.is_empty() { REJECTED } else { UNKNOWN };
        let about = About { job, submission: Some(id), by: None };
        self.set_state(id, state, Some(reason), about, &what, now).map(|_| ())
    }

    fn outcome_unknown(
        &self,
        id: &SubmissionId,
        job: Option<&JobId>,
        reason: &Fault,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::OutcomeUnknown { reason: reason.clone() };
        let about = About { job, submission: Some(id), by: None };
        let revision = self.set_state(id, UNKNOWN, Some(reason), about, &what, now)?;
        job.map_or(Ok(()), |job| apply::may_have_woken(&self.db, job, revision, now))
    }

    /// Moves a submission to another state, and says so.
    pub(super) fn set_state(
        &self,
        id: &SubmissionId,
        state: &str,
        reason: Option<&Fault>,
        about: About<'_>,
        what: &EventKind,
        now: UnixMs,
    ) -> Result<u64, DatabaseError> {
        let revision = history::append(&self.db, now, about, what)?;
        self.db.run(
            "UPDATE submissions SET state = ?1, fault = ?2, revision = ?3,
                was_unknown = MAX(was_unknown, ?1 = 'unknown') WHERE id = ?4",
            &[
                state.into(),
                reason.map(json).transpose()?.into(),
                (revision as i64).into(),
                id.as_str().into(),
            ],
        )?;
        Ok(revision)
    }
}

impl IdempotencyRecord {
    /// Whether the same key may be tried again: what was refused was not carried out.
    pub(super) fn may_try_again(&self) -> bool {
        self.is_same_request && self.state == REJECTED
    }
}
