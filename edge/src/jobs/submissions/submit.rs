//! Prompts to the ledger, and the answers to its decisions.

use std::rc::Rc;

use docket_core::audit::{AuditRecord, AuditedChange};
use docket_core::auth::caller::is_program;
use docket_core::http::{idempotency_key, label_list};
use docket_core::jobs::{NewSubmission, SubmitDecision};
use docket_wire::{
    AuditTarget, AuditTargetKind, CONFIRM_HEADER, CallerName, IDEMPOTENCY_HEADER, JobId, LABELS_HEADER,
    Prompt, SubmissionId,
};
use worker::Request;

use super::responses::{self, AnswerTexts, ReplyKind};
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::headers::can_read_jobs;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log, random};

impl OpenJobs {
    /// Sends a prompt now: it creates a job, or follows `job` up.
    pub(crate) async fn submit(
        self: Rc<Self>,
        job: Option<JobId>,
        change: AuditedChange,
        request: Request,
    ) -> Result<Reply, Failure> {
        let new = new_submission(job, change.author(), &request).await?;
        let texts = texts_for(&request)?;
        let now = clock::now();
        let decision = self.ledger.with_audit(now, || {
            self.ledger.submit(&new, now).map(|decision| with_record(decision, change))
        })?;
        self.carry_out(decision, texts).await
    }

    /// Queues a follow-up, to be sent when the job is idle, and answers with the submission.
    pub(crate) async fn queue(
        self: Rc<Self>,
        job: JobId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let new = new_submission(Some(job.clone()), change.author(), request).await?;
        let texts = texts_for(request)?;
        let now = clock::now();
        let decision = self.ledger.with_audit(now, || {
            self.ledger.queue(&new, &job, now).map(|decision| with_record(decision, change))
        })?;
        match decision {
            SubmitDecision::Queued { submission } => {
                self.publish().await;
                self.queued(&submission, ReplyKind::First, texts)
            }
            SubmitDecision::Sending { submission }
            | SubmitDecision::Unknown { submission, .. }
            | SubmitDecision::Replayed { submission, .. } => {
                self.queued(&submission, ReplyKind::Replayed, texts)
            }
            SubmitDecision::AlreadyQueued { .. }
            | SubmitDecision::Call { .. }
            | SubmitDecision::Exhausted(_)
            | SubmitDecision::Rejected { .. }
            | SubmitDecision::Discarded { .. }
            | SubmitDecision::PossibleDuplicate { .. }
            | SubmitDecision::UnknownJob
            | SubmitDecision::QueueFull
            | SubmitDecision::KeyReused
            | SubmitDecision::FollowUpInFlight => self.carry_out(decision, texts).await,
        }
    }

    /// Acts on the ledger's decision about a prompt, and answers the request that brought it.
    pub(super) async fn carry_out(
        self: &Rc<Self>,
        decision: SubmitDecision,
        texts: AnswerTexts,
    ) -> Result<Reply, Failure> {
        match decision {
            SubmitDecision::Call { submission } => {
                let settlement = self.waiters.borrow_mut().for_settlement(&submission);
                self.spawn_call(submission.clone());
                // A prompt that is being sent releases and schedules nothing: its outcome is published once it is
                // known.
                self.publish_or_log();
                self.waiters.borrow_mut().notify_changes(&self.ledger);
                // Otherwise nobody would learn that the instance ended meanwhile, and the outcome is unknown.
                self.alarm.ensure().await;
                let queued = |id: &SubmissionId| self.queued(id, ReplyKind::First, texts);
                responses::settled(settlement.await.ok(), submission, ReplyKind::First, queued)
            }
            SubmitDecision::Sending { submission } => {
                let settlement = self.waiters.borrow_mut().for_settlement(&submission);
                let queued = |id: &SubmissionId| self.queued(id, ReplyKind::Replayed, texts);
                responses::settled(settlement.await.ok(), submission, ReplyKind::Replayed, queued)
            }
            SubmitDecision::Queued { submission } => self.queued(&submission, ReplyKind::First, texts),
            SubmitDecision::AlreadyQueued { submission } => {
                self.queued(&submission, ReplyKind::Replayed, texts)
            }
            SubmitDecision::Replayed { answer, .. } => responses::accepted(&answer, ReplyKind::Replayed),
            SubmitDecision::Exhausted(exhausted) => Err(exhausted.into()),
            SubmitDecision::Rejected { submission, exhausted } => {
                self.publish().await;
                Err(Failure::from(exhausted).submission(submission))
            }
            SubmitDecision::Unknown { submission, reason } => {
                Err(responses::replayed(responses::unknown(submission, &reason)))
            }
            SubmitDecision::Discarded { submission } => {
                Err(responses::replayed(responses::discarded(submission)))
            }
            SubmitDecision::PossibleDuplicate { submission } => {
                Err(responses::possible_duplicate(submission))
            }
            SubmitDecision::UnknownJob => Err(Failure::unknown_job()),
            SubmitDecision::QueueFull => Err(responses::queue_full()),
            SubmitDecision::KeyReused => Err(responses::key_reused()),
            SubmitDecision::FollowUpInFlight => Err(responses::follow_up_in_flight()),
        }
    }

    /// The answer about a queued submission.
    fn queued(&self, id: &SubmissionId, kind: ReplyKind, texts: AnswerTexts) -> Result<Reply, Failure> {
        let mut submission = self.load_submission(id)?;
        if kind == ReplyKind::Replayed && texts == AnswerTexts::Own {
            // Somebody else may have edited the prompt since.
            submission.prompt = None;
            submission.title.clear();
        }
        Ok(responses::with_replay(Reply::json(202, &submission), kind))
    }

    /// Sends the queued follow-ups that can be sent now. Returns whether there were any.
    pub(crate) fn send_released(self: &Rc<Self>) -> bool {
        // Without the project's settings nothing can be sent: the follow-ups stay queued.
        if !self.is_configured() {
            return false;
        }
        let released = self.ledger.release_queued(clock::now()).unwrap_or_else(|error| {
            log::error(&error.to_string());
            self.alarm.back_off();
            Vec::new()
        });
        let is_any = !released.is_empty();
        for submission in released {
            self.spawn_call(submission);
        }
        is_any
    }
}

/// Whose texts the answer to a request may have.
fn texts_for(request: &Request) -> worker::Result<AnswerTexts> {
    Ok(if can_read_jobs(request.headers())? { AnswerTexts::All } else { AnswerTexts::Own })
}

async fn new_submission(
    job: Option<JobId>,
    author: &CallerName,
    request: &Request,
) -> Result<NewSubmission, Failure> {
    let Prompt { prompt } = body::json(request).await?;
    let idempotency_key =
        request.headers().get(IDEMPOTENCY_HEADER)?.as_deref().and_then(idempotency_key::parse);
    let labels = request.headers().get(LABELS_HEADER)?.as_deref().and_then(label_list::parse);
    let is_confirmed = is_program(author) || request.headers().get(CONFIRM_HEADER)?.is_some();
    Ok(NewSubmission {
        id: SubmissionId::try_from(random::id("sub")?).map_err(Failure::internal)?,
        job,
        prompt,
        author: author.clone(),
        idempotency_key,
        is_confirmed,
        labels: labels.unwrap_or_default(),
    })
}

/// The ledger's decision about a prompt, and its record. A prompt that was recorded and not sent is a refusal.
fn with_record(decision: SubmitDecision, change: AuditedChange) -> (SubmitDecision, Option<AuditRecord>) {
    let about =
        |id: &SubmissionId| change.into_record().about(AuditTarget::new(AuditTargetKind::Submission, id));
    let record = match &decision {
        SubmitDecision::Rejected { submission, exhausted } => {
            Some(about(submission).refused(exhausted.reason.code))
        }
        SubmitDecision::Call { submission } | SubmitDecision::Queued { submission } => {
            Some(about(submission))
        }
        // The others change nothing.
        _ => None,
    };
    (decision, record)
}
