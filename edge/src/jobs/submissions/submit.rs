//! Prompts to the ledger, to the service, and their outcome to the ledger.

use std::rc::Rc;

use docket_core::auth::caller::is_program;
use docket_core::jobs::{NewSubmission, Settlement, SubmitDecision};
use docket_wire::{CONFIRM_HEADER, CallerName, IDEMPOTENCY_HEADER, JobId, Prompt, SubmissionId};
use worker::{Request, Response};

use super::responses;
use crate::http::body;
use crate::http::failure::Failure;
use crate::jobs::open_jobs::OpenJobs;
use crate::jobs::reads::unknown_job;
use crate::platform::{clock, log, random};
use crate::upstream::Service;

impl OpenJobs {
    /// Sends a prompt now: it creates a job, or follows `job` up.
    pub(in crate::jobs) async fn submit(
        self: Rc<Self>,
        job: Option<JobId>,
        author: CallerName,
        req: Request,
    ) -> Result<Response, Failure> {
        let new = new_submission(job, author, &req).await?;
        let decision = self.ledger.submit(&new, clock::now())?;
        self.carry_out(decision, new.job, new.prompt).await
    }

    /// Queues a follow-up, to be sent when the job is idle, and answers with the submission.
    pub(in crate::jobs) async fn queue(
        self: Rc<Self>,
        job: JobId,
        author: CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let new = new_submission(Some(job.clone()), author, req).await?;
        let decision = self.ledger.queue(&new, &job, clock::now())?;
        match decision {
            SubmitDecision::Queued { submission }
            | SubmitDecision::Sending { submission }
            | SubmitDecision::Unknown { submission, .. }
            | SubmitDecision::Replayed { submission, .. } => {
                self.publish().await;
                self.submission(202, &submission)
            }
            SubmitDecision::Call { .. }
            | SubmitDecision::Rejected { .. }
            | SubmitDecision::Discarded { .. }
            | SubmitDecision::PossibleDuplicate { .. }
            | SubmitDecision::UnknownJob
            | SubmitDecision::QueueFull
            | SubmitDecision::KeyReused
            | SubmitDecision::FollowUpInFlight => self.carry_out(decision, new.job, new.prompt).await,
        }
    }

    /// Acts on the ledger's decision about a prompt, and answers.
    pub(super) async fn carry_out(
        self: &Rc<Self>,
        decision: SubmitDecision,
        job: Option<JobId>,
        prompt: String,
    ) -> Result<Response, Failure> {
        match decision {
            SubmitDecision::Call { submission } => {
                let settlement = self.waiters.borrow_mut().for_settlement(&submission);
                self.spawn_call(submission.clone(), job, prompt);
                self.publish().await;
                responses::settled(settlement.await.ok(), submission, false)
            }
            SubmitDecision::Sending { submission } => {
                let settlement = self.waiters.borrow_mut().for_settlement(&submission);
                responses::settled(settlement.await.ok(), submission, true)
            }
            SubmitDecision::Queued { submission } => self.submission(202, &submission),
            SubmitDecision::Replayed { answer, .. } => responses::accepted(&answer, true),
            SubmitDecision::Rejected { submission, reason, retry_at } => {
                self.publish().await;
                Err(responses::rejected(submission, reason, retry_at))
            }
            SubmitDecision::Unknown { submission, reason } => Err(responses::unknown(submission, &reason)),
            SubmitDecision::Discarded { submission } => Err(responses::discarded(submission)),
            SubmitDecision::PossibleDuplicate { submission, .. } => {
                Err(responses::possible_duplicate(submission))
            }
            SubmitDecision::UnknownJob => Err(unknown_job()),
            SubmitDecision::QueueFull => Err(responses::queue_full()),
            SubmitDecision::KeyReused => Err(responses::key_reused()),
            SubmitDecision::FollowUpInFlight => Err(responses::follow_up_in_flight()),
        }
    }

    /// Sends the queued follow-ups that can be sent now. Returns whether there were any.
    pub(in crate::jobs) fn send_released(self: &Rc<Self>) -> bool {
        // Without the project's settings nothing can be sent: the follow-ups stay queued.
        if !self.is_configured() {
            return false;
        }
        let released = self.ledger.release_queued(clock::now()).unwrap_or_else(|error| {
            log::fault("", &error.to_string());
            self.alarm.back_off();
            Vec::new()
        });
        let is_any = !released.is_empty();
        for submission in released {
            self.spawn_call(submission.id, submission.job, submission.prompt);
        }
        is_any
    }

    /// Calls the service. The call continues if the client disconnects: the service may already be acting.
    fn spawn_call(self: &Rc<Self>, submission: SubmissionId, job: Option<JobId>, prompt: String) {
        let jobs = Rc::clone(self);
        wasm_bindgen_futures::spawn_local(async move { jobs.call(submission, job, prompt).await });
    }

    async fn call(self: Rc<Self>, submission: SubmissionId, job: Option<JobId>, prompt: String) {
        match self.call_and_settle(&submission, job, Prompt { prompt }).await {
            Ok(settlement) => self.waiters.borrow_mut().notify_settled(&submission, &settlement),
            Err(failure) => {
                log::fault("", &format!("a submission was not settled: {failure}"));
                self.waiters.borrow_mut().cancel(&submission);
            }
        }
        self.publish().await;
    }

    async fn call_and_settle(
        &self,
        submission: &SubmissionId,
        job: Option<JobId>,
        prompt: Prompt,
    ) -> Result<Settlement, Failure> {
        let project = self.project()?;
        let service = Service::for_project(&self.env, &project)?;
        let outcome = match &job {
            None => service.create_job(&project, &prompt).await,
            Some(job) => service.send_message(&project, job, &prompt).await,
        };
        let settlement = self.ledger.settle(submission, &outcome, clock::now())?;
        if let Err(failure) = self.send_pause_of(&outcome) {
            log::fault("", &format!("consoles were not told of a pause: {failure}"));
        }
        Ok(settlement)
    }
}

async fn new_submission(
    job: Option<JobId>,
    author: CallerName,
    req: &Request,
) -> Result<NewSubmission, Failure> {
    let Prompt { prompt } = body::json(req).await?;
    let idempotency_key = req.headers().get(IDEMPOTENCY_HEADER)?;
    let is_confirmed = is_program(&author) || req.headers().get(CONFIRM_HEADER)?.is_some();
    Ok(NewSubmission {
        id: SubmissionId::try_from(random::id("sub")?).map_err(Failure::internal)?,
        job,
        prompt,
        author,
        idempotency_key,
        is_confirmed,
    })
}
