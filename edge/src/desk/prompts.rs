//! Prompts: to the ledger, to the service, to the ledger.

use std::rc::Rc;

use docket_core::ledger::{Admission, NewSubmission, Settled};
use docket_wire::{
    Fault, IDEMPOTENCY_HEADER, JobId, OperatorName, ProblemCode, Prompt, SubmissionId, UnixMs,
};
use worker::{Request, Response};

use super::{Open, answers};
use crate::failure::Failure;
use crate::upstream::Service;
use crate::{clock, dice};

/// Longest idempotency key, in bytes.
const KEY_BYTES_MAX: usize = 200;

impl Open {
    /// Takes a prompt in: to start a job, or to follow `job` up.
    pub(super) async fn submit(
        self: Rc<Self>,
        job: Option<JobId>,
        author: OperatorName,
        req: Request,
    ) -> Result<Response, Failure> {
        let Prompt { prompt } = crate::body::json(&req).await?;
        let idempotency_key = key(&req)?;
        let id = SubmissionId::try_from(dice::id("sub")?).map_err(Failure::internal)?;
        let new = NewSubmission { id, job, prompt, author, idempotency_key };
        match self.ledger.submit(&new, clock::now())? {
            Admission::Call { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                // The call goes on if the caller goes away: the service may be acting already.
                let desk = self.clone();
                let name = submission.clone();
                wasm_bindgen_futures::spawn_local(async move { desk.call(name, new).await });
                answers::settled(settled.await.ok(), submission, false)
            }
            Admission::UnderWay { submission } => {
                let settled = self.waiters.borrow_mut().for_settlement(&submission);
                answers::settled(settled.await.ok(), submission, true)
            }
            Admission::Replayed(answer) => answers::accepted(&answer, true),
            Admission::Unknown { submission, reason } => Err(answers::unknown(submission, &reason)),
            Admission::Refused { submission, reason, retry_at } => {
                self.publish().await;
                Err(refused(submission, reason, retry_at))
            }
            Admission::KeyReused => Err(Failure::new(
                ProblemCode::IdempotencyConflict,
                format!("{IDEMPOTENCY_HEADER} was used before for another request."),
            )
            .field(IDEMPOTENCY_HEADER)),
            Admission::FollowUpInFlight => Err(Failure::new(
                ProblemCode::FollowUpInFlight,
                "Another follow-up of this job is still on its way to the service.",
            )),
        }
    }

    /// Calls the service for a submission that is written down, and settles it.
    async fn call(self: Rc<Self>, submission: SubmissionId, new: NewSubmission) {
        self.publish().await;
        match self.call_and_settle(&submission, new).await {
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
        new: NewSubmission,
    ) -> Result<Settled, Failure> {
        let project = self.project()?;
        let service = Service::for_project(&self.env, &project)?;
        let prompt = Prompt { prompt: new.prompt };
        let outcome = match &new.job {
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

fn key(req: &Request) -> Result<Option<String>, Failure> {
    let key = req.headers().get(IDEMPOTENCY_HEADER)?.map(|key| key.trim().to_owned());
    match key {
        Some(key) if key.is_empty() || key.len() > KEY_BYTES_MAX => Err(Failure::invalid(
            IDEMPOTENCY_HEADER,
            format!("{IDEMPOTENCY_HEADER} must have 1 to {KEY_BYTES_MAX} bytes."),
        )),
        key => Ok(key),
    }
}
