//! Prompts: to the ledger, to the service, to the ledger.

use std::rc::Rc;

use docket_core::auth::caller::is_program;
use docket_core::jobs::{NewSubmission, Settled, SubmitDecision};
use docket_wire::{
    CONFIRM_HEADER, CallerName, Fault, IDEMPOTENCY_HEADER, JobId, Prompt, SubmissionId, UnixMs,
};
use worker::{Request, Response};

use super::{OpenJobs, responses};
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::platform::random;
use crate::upstream::Service;

impl OpenJobs {
    /// Takes a prompt in that is to go to the service now: to start a job, or to follow `job` up.
    pub(super) async fn submit(
        self: Rc<Self>,
        job: Option<JobId>,
        author: CallerName,
        req: Request,
    ) -> Result<Response, Failure> {
        let new = new_submission(job, author, &req).await?;
        let admission = self.ledger.submit(&new, clock::now())?;
        self.carry_out(admission, new.job, new.prompt).await
    }

    /// Takes a follow-up in that is to go to the service when the job rests, and answers with it.
    pub(super) async fn queue(
        self: Rc<Self>,
        job: JobId,
        author: CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let new = new_submission(Some(job.clone()), author, req).await?;
        match self.ledger.queue(&new, &job, clock::now())? {
            SubmitDecision::Queued { submission }
            | SubmitDecision::UnderWay { submission }
            | SubmitDecision::Unknown { submission, .. }
            | SubmitDecision::Replayed { submission, .. } => {
                self.publish().await;
                self.submission(202, &submission)
            }
            admission => self.carry_out(admission, new.job, new.prompt).await,
        }
    }

    /// Does what the ledger decided about a prompt, and answers for it.
    pub(super) async fn carry_out(
        self: &Rc<Self>,
        admission: SubmitDecision,
        job: Option<JobId>,
        prompt: String,
    ) -> Result<Response, Failure> {
        match admission {
            SubmitDecision::Call { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                self.begin_call(submission.clone(), job, prompt);
                self.publish().await;
                responses::settled(settled.await.ok(), submission, false)
            }
            SubmitDecision::UnderWay { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                responses::settled(settled.await.ok(), submission, true)
            }
            SubmitDecision::Replayed { answer, .. } => responses::accepted(&answer, true),
            SubmitDecision::Rejected { submission, reason, retry_at } => {
                self.publish().await;
                Err(refused(submission, reason, retry_at))
            }
            admission => Err(responses::not_admitted(admission)),
        }
    }

    /// Sends the follow-ups whose turn it is; says whether there were any.
    pub(super) fn send_what_waited(self: &Rc<Self>) -> bool {
        let released = self.ledger.release(clock::now()).unwrap_or_else(|error| {
            crate::platform::log::fault("", &error.to_string());
            Vec::new()
        });
        let is_any = !released.is_empty();
        for submission in released {
            self.begin_call(submission.id, submission.job, submission.prompt);
        }
        is_any
    }

    /// Calls the service. The call goes on if the caller goes away: the service may be acting already.
    fn begin_call(self: &Rc<Self>, submission: SubmissionId, job: Option<JobId>, prompt: String) {
        let desk = self.clone();
        wasm_bindgen_futures::spawn_local(async move { desk.call(submission, job, prompt).await });
    }

    /// Calls the service for a submission that is written down, and settles it.
    async fn call(self: Rc<Self>, submission: SubmissionId, job: Option<JobId>, prompt: String) {
        match self.call_and_settle(&submission, job, Prompt { prompt }).await {
            Ok(settled) => self.waiters.borrow_mut().tell_settled(&submission, &settled),
            Err(failure) => {
                crate::platform::log::fault("", &format!("a submission could not be settled: {failure}"));
                self.waiters.borrow_mut().give_up(&submission);
            }
        }
        self.publish().await;
    }

    async fn call_and_settle(
        &self,
        submission: &SubmissionId,
        job: Option<JobId>,
        prompt: Prompt,
    ) -> Result<Settled, Failure> {
        let project = self.project()?;
        let service = Service::for_project(&self.env, &project)?;
        let outcome = match &job {
            None => service.create_job(&project, &prompt).await,
            Some(job) => service.send_message(&project, job, &prompt).await,
        };
        Ok(self.ledger.settle(submission, &outcome, clock::now())?)
    }
}

fn refused(submission: SubmissionId, reason: Fault, retry_at: Option<UnixMs>) -> Failure {
    let failure = Failure::new(reason.code, reason.error).submission(submission);
    match retry_at {
        Some(at) => failure.retry_after_s(at.since_ms(clock::now()).max(0).unsigned_abs().div_ceil(1000)),
        None => failure,
    }
}

async fn new_submission(
    job: Option<JobId>,
    author: CallerName,
    req: &Request,
) -> Result<NewSubmission, Failure> {
    let Prompt { prompt } = crate::http::body::json(req).await?;
    let idempotency_key = req.headers().get(IDEMPOTENCY_HEADER)?;
    // Programs mean what they send.
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
