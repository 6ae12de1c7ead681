//! Prompts: to the ledger, to the service, to the ledger.

use std::rc::Rc;

use docket_core::caller::is_program;
use docket_core::ledger::{Admission, NewSubmission, Settled};
use docket_wire::{
    CONFIRM_HEADER, Fault, IDEMPOTENCY_HEADER, JobId, OperatorName, Prompt, SubmissionId, UnixMs,
};
use worker::{Request, Response};

use super::{Open, answers};
use crate::failure::Failure;
use crate::upstream::Service;
use crate::{clock, dice};

impl Open {
    /// Takes a prompt in that is to go to the service now: to start a job, or to follow `job` up.
    pub(super) async fn submit(
        self: Rc<Self>,
        job: Option<JobId>,
        author: OperatorName,
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
        author: OperatorName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let new = new_submission(Some(job.clone()), author, req).await?;
        match self.ledger.queue(&new, &job, clock::now())? {
            Admission::Queued { submission }
            | Admission::UnderWay { submission }
            | Admission::Unknown { submission, .. }
            | Admission::Replayed { submission, .. } => {
                self.publish().await;
                self.submission(202, &submission)
            }
            admission => self.carry_out(admission, new.job, new.prompt).await,
        }
    }

    /// Does what the ledger decided about a prompt, and answers for it.
    pub(super) async fn carry_out(
        self: &Rc<Self>,
        admission: Admission,
        job: Option<JobId>,
        prompt: String,
    ) -> Result<Response, Failure> {
        match admission {
            Admission::Call { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                self.begin_call(submission.clone(), job, prompt);
                self.publish().await;
                answers::settled(settled.await.ok(), submission, false)
            }
            Admission::UnderWay { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                answers::settled(settled.await.ok(), submission, true)
            }
            Admission::Replayed { answer, .. } => answers::accepted(&answer, true),
            Admission::Refused { submission, reason, retry_at } => {
                self.publish().await;
                Err(refused(submission, reason, retry_at))
            }
            admission => Err(answers::not_admitted(admission)),
        }
    }

    /// Sends the follow-ups whose turn it is; says whether there were any.
    pub(super) fn send_what_waited(self: &Rc<Self>) -> bool {
        let released = self.ledger.release(clock::now()).unwrap_or_else(|error| {
            crate::log::fault("", &error.to_string());
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
                crate::log::fault("", &format!("a submission could not be settled: {failure}"));
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
    author: OperatorName,
    req: &Request,
) -> Result<NewSubmission, Failure> {
    let Prompt { prompt } = crate::body::json(req).await?;
    let idempotency_key = req.headers().get(IDEMPOTENCY_HEADER)?;
    // Programs mean what they send.
    let is_confirmed = is_program(&author) || req.headers().get(CONFIRM_HEADER)?.is_some();
    Ok(NewSubmission {
        id: SubmissionId::try_from(dice::id("sub")?).map_err(Failure::internal)?,
        job,
        prompt,
        author,
        idempotency_key,
        is_confirmed,
    })
}
