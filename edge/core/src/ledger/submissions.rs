//! Prompts on their way to the service: written down before the call, settled by its answer.

use docket_wire::{EventKind, Fault, JobId, OperatorName, ProblemCode, SubmissionId, UnixMs};

use super::history::{self, About};
use super::jobs::{self, Sent};
use super::rows::{ACCEPTED, REFUSED, SENDING, UNKNOWN, id_or_null, json, parse_json};
use super::spending::{self, Operation};
use super::{Admission, Ledger, NewSubmission, Settled, StoredAnswer};
use crate::answer::{CallFailure, ServiceJob};
use crate::db::{Database, DatabaseError};

/// What an earlier submission with the same key looks like.
struct Earlier {
    id: SubmissionId,
    same_request: bool,
    state: String,
    fault: Option<Fault>,
    answer: Option<StoredAnswer>,
}

impl<D: Database> Ledger<D> {
    /// Takes a prompt in. On [`Admission::Call`] it stands in the ledger, and the caller calls the service and
    /// then [`Ledger::settle`]s; on everything else there is nothing to call.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn submit(&self, new: &NewSubmission, now: UnixMs) -> Result<Admission, DatabaseError> {
        self.db.atomically(|| {
            let earlier = self.earlier(new)?;
            if let Some(earlier) =
                earlier.as_ref().filter(|earlier| !earlier.same_request || earlier.state != REFUSED)
            {
                return earlier.admission();
            }
            if let Some(job) = &new.job
                && self.follow_up_in_flight(job)?
            {
                return Ok(Admission::FollowUpInFlight);
            }
            // A refused one was not carried out: the same key may try again, and keeps its place in the ledger.
            let id = earlier.map_or_else(|| new.id.clone(), |earlier| earlier.id);
            self.write_down(&id, new, now)?;
            if spending::left(&self.db, Operation::Agent, self.limits.agent_per_hour, now)? == 0 {
                let free_at = spending::free_at(&self.db, Operation::Agent, self.limits.agent_per_hour, now)?;
                let reason = Fault {
                    code: ProblemCode::BudgetSpent,
                    error: "This hour's budget for prompts is spent. Nothing was sent to the service."
                        .to_owned(),
                };
                self.not_carried_out(&id, new.job.as_ref(), &reason, now)?;
                return Ok(Admission::Refused { submission: id, reason, retry_at: Some(free_at) });
            }
            spending::spend(&self.db, Operation::Agent, now)?;
            Ok(Admission::Call { submission: id })
        })
    }

    /// Takes in what came of the call for a submission.
    ///
    /// # Errors
    /// If storage fails, or there is no such submission.
    pub fn settle(
        &self,
        submission: &SubmissionId,
        outcome: &Result<ServiceJob, CallFailure>,
        now: UnixMs,
    ) -> Result<Settled, DatabaseError> {
        self.db.atomically(|| {
            let found = self.db.run(
                "SELECT kind, job_id, prompt, author, state FROM submissions WHERE id = ?",
                &[submission.as_str().into()],
            )?;
            let mut row =
                found.into_iter().next().ok_or_else(|| DatabaseError("no such submission".to_owned()))?;
            let is_create = row.text()? == "create";
            let job: Option<JobId> = id_or_null(&mut row)?;
            let prompt = row.text()?;
            let author = OperatorName(row.text()?);
            if !matches!(row.text()?.as_str(), SENDING | UNKNOWN) {
                return Err(DatabaseError("the submission is settled already".to_owned()));
            }
            match outcome {
                Ok(told) => {
                    let sent = Sent { submission, prompt: &prompt, author: &author };
                    let take = if is_create { jobs::created } else { jobs::followed_up };
                    let revision = take(&self.db, told, sent, &self.schedule(false, now)?, now)?;
                    self.accepted(submission, told, revision)
                }
                Err(failure) if failure.may_have_acted() => {
                    self.outcome_unknown(submission, job.as_ref(), &failure.fault(), now)?;
                    Ok(Settled::Unknown(failure.clone()))
                }
                Err(failure) => {
                    if let CallFailure::Throttled { retry_after_s } = failure {
                        let wait_ms = i64::from(retry_after_s.unwrap_or(THROTTLED_WAIT_S)) * 1000;
                        spending::pause(&self.db, Operation::Agent, now.plus_ms(wait_ms))?;
                    }
                    self.not_carried_out(submission, job.as_ref(), &failure.fault(), now)?;
                    Ok(Settled::Refused(failure.clone()))
                }
            }
        })
    }

    /// Submissions that were being sent when Docket stopped: nobody will answer for them any more.
    pub(super) fn abandon_sending(&self, now: UnixMs) -> Result<(), DatabaseError> {
        let sending = self
            .db
            .run("SELECT id, job_id FROM submissions WHERE state = 'sending' ORDER BY submitted_at", &[])?;
        for mut row in sending {
            let id: SubmissionId = row.parsed()?;
            let job: Option<JobId> = id_or_null(&mut row)?;
            let reason = Fault {
                code: ProblemCode::OutcomeUnknown,
                error: "Docket was interrupted while it waited for the service's answer.".to_owned(),
            };
            self.outcome_unknown(&id, job.as_ref(), &reason, now)?;
        }
        Ok(())
    }

    fn earlier(&self, new: &NewSubmission) -> Result<Option<Earlier>, DatabaseError> {
        let Some(key) = &new.idempotency_key else { return Ok(None) };
        let found = self.db.run(
            "SELECT id, kind, job_id, prompt, state, fault, answer_status, answer_body FROM submissions
             WHERE author = ? AND idempotency_key = ?",
            &[new.author.0.as_str().into(), key.as_str().into()],
        )?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let id = row.parsed()?;
        let is_create = row.text()? == "create";
        let job: Option<JobId> = id_or_null(&mut row)?;
        // A create carries the job that it made; it was asked for without one.
        let same_target = if is_create { new.job.is_none() } else { new.job == job };
        let same_request = row.text()? == new.prompt && same_target;
        let state = row.text()?;
        let fault = row.text_or_null()?.map(|text| parse_json(&text)).transpose()?;
        let status = row.integer_or_null()?.and_then(|status| u16::try_from(status).ok());
        let answer = status.zip(row.text_or_null()?).map(|(status, body)| StoredAnswer { status, body });
        Ok(Some(Earlier { id, same_request, state, fault, answer }))
    }

    fn follow_up_in_flight(&self, job: &JobId) -> Result<bool, DatabaseError> {
        let sending = self.db.run(
            "SELECT 1 FROM submissions WHERE job_id = ? AND state = 'sending' AND kind = 'follow_up' LIMIT 1",
            &[job.as_str().into()],
        )?;
        Ok(!sending.is_empty())
    }

    fn write_down(&self, id: &SubmissionId, new: &NewSubmission, now: UnixMs) -> Result<(), DatabaseError> {
        let about = About { job: new.job.as_ref(), submission: Some(id), by: Some(&new.author) };
        let revision = history::append(&self.db, now, about, &EventKind::Submitted)?;
        let kind = if new.job.is_some() { "follow_up" } else { "create" };
        self.db
            .run(
                "INSERT INTO submissions (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, revision)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, fault = NULL, submitted_at = excluded.submitted_at,
                    revision = excluded.revision",
                &[
                    id.as_str().into(),
                    kind.into(),
                    new.job.as_ref().map(JobId::as_str).into(),
                    new.prompt.as_str().into(),
                    new.author.0.as_str().into(),
                    new.idempotency_key.as_deref().into(),
                    now.0.into(),
                    SENDING.into(),
                    (revision as i64).into(),
                ],
            )
            .map(|_| ())
    }

    fn accepted(
        &self,
        id: &SubmissionId,
        told: &ServiceJob,
        revision: u64,
    ) -> Result<Settled, DatabaseError> {
        self.db.run(
            "UPDATE submissions SET state = ?, fault = NULL, job_id = COALESCE(job_id, ?), answer_status = ?, answer_body = ?,
                revision = ? WHERE id = ?",
            &[
                ACCEPTED.into(),
                told.job.id.as_str().into(),
                i64::from(told.status).into(),
                told.body.as_str().into(),
                (revision as i64).into(),
                id.as_str().into(),
            ],
        )?;
        Ok(Settled::Accepted(StoredAnswer { status: told.status, body: told.body.clone() }))
    }

    fn not_carried_out(
        &self,
        id: &SubmissionId,
        job: Option<&JobId>,
        reason: &Fault,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::Refused { reason: reason.clone() };
        self.failed(id, REFUSED, reason, job, &what, now).map(|_| ())
    }

    fn outcome_unknown(
        &self,
        id: &SubmissionId,
        job: Option<&JobId>,
        reason: &Fault,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let what = EventKind::OutcomeUnknown { reason: reason.clone() };
        let revision = self.failed(id, UNKNOWN, reason, job, &what, now)?;
        job.map_or(Ok(()), |job| jobs::may_have_woken(&self.db, job, revision, now))
    }

    fn failed(
        &self,
        id: &SubmissionId,
        state: &str,
        reason: &Fault,
        job: Option<&JobId>,
        what: &EventKind,
        now: UnixMs,
    ) -> Result<u64, DatabaseError> {
        let about = About { job, submission: Some(id), by: None };
        let revision = history::append(&self.db, now, about, what)?;
        self.db.run(
            "UPDATE submissions SET state = ?, fault = ?, revision = ? WHERE id = ?",
            &[state.into(), json(reason)?.into(), (revision as i64).into(), id.as_str().into()],
        )?;
        Ok(revision)
    }
}

/// How long to hold back after a 429 without `Retry-After`, in seconds.
pub(super) const THROTTLED_WAIT_S: u32 = 60;

impl Earlier {
    /// What the same key means when it is not to be tried again.
    fn admission(&self) -> Result<Admission, DatabaseError> {
        if !self.same_request {
            return Ok(Admission::KeyReused);
        }
        match (self.state.as_str(), &self.answer, &self.fault) {
            (SENDING, _, _) => Ok(Admission::UnderWay { submission: self.id.clone() }),
            (ACCEPTED, Some(answer), _) => Ok(Admission::Replayed(answer.clone())),
            (UNKNOWN, _, Some(reason)) => {
                Ok(Admission::Unknown { submission: self.id.clone(), reason: reason.clone() })
            }
            (state, _, _) => Err(DatabaseError(format!("a submission in state {state} lacks its outcome"))),
        }
    }
}
