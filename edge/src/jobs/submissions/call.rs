//! Prompts to the service, and their outcome to the ledger.

use std::rc::Rc;

use docket_core::jobs::Settlement;
use docket_wire::{JobId, ProjectId, Prompt, SubmissionId, SubmissionKind};

use crate::http::failure::Failure;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};
use crate::upstream::Service;

/// A prompt that is ready to be sent.
struct PromptCall {
    project: ProjectId,
    service: Service,
    /// The job that it follows up.
    job: Option<JobId>,
    /// The prompt in JSON.
    body: String,
}

impl OpenJobs {
    /// Calls the service. The call continues if the client disconnects: the service may already be acting.
    pub(super) fn spawn_call(self: &Rc<Self>, submission: SubmissionId) {
        let jobs = Rc::clone(self);
        wasm_bindgen_futures::spawn_local(async move { jobs.call(submission).await });
    }

    async fn call(self: Rc<Self>, submission: SubmissionId) {
        match self.call_and_settle(&submission).await {
            Ok(settlement) => self.waiters.borrow_mut().notify_settled(&submission, &settlement),
            Err(failure) => {
                log::error(&format!("a submission was not settled: {failure}"));
                self.unsettled.borrow_mut().push(submission.clone());
                self.abandon_unsettled();
                self.waiters.borrow_mut().cancel(&submission);
            }
        }
        self.publish().await;
    }

    async fn call_and_settle(&self, submission: &SubmissionId) -> Result<Settlement, Failure> {
        let call = match self.prepare_call(submission) {
            Ok(call) => call,
            Err(failure) => {
                log::error(&format!("a prompt was not sent: {failure}"));
                return Ok(self.ledger.settle_unsent(submission, failure.reason(), clock::now())?);
            }
        };
        let PromptCall { project, service, job, body } = call;
        let outcome = match job {
            None => service.create_job(&project, body).await,
            Some(job) => service.send_message(&project, &job, body).await,
        };
        let settlement = self.ledger.settle(submission, &outcome, clock::now())?;
        if let Err(failure) = self.send_pause_of(&outcome) {
            log::error(&format!("a pause was not sent to the consoles: {failure}"));
        }
        Ok(settlement)
    }

    /// Does everything that can fail before the service gets anything. The prompt is the one that the ledger recorded,
    /// which a person may have edited since the request.
    fn prepare_call(&self, submission: &SubmissionId) -> Result<PromptCall, Failure> {
        let project = self.project()?;
        let service = Service::for_project(&self.env, &project)?;
        let submission = self.ledger.sent_submission(submission);
        let submission = submission.ok_or_else(|| Failure::internal("no submission to send"))?;
        let body = serde_json::to_string(&Prompt { prompt: submission.prompt.text()?.to_owned() })?;
        let job = submission.job.clone().filter(|_| submission.kind == SubmissionKind::FollowUp);
        Ok(PromptCall { project, service, job, body })
    }

    /// Makes the outcome of submissions unknown if it could not be stored. While storage still fails, the submissions stay in the
    /// list for the next attempt.
    pub(crate) fn abandon_unsettled(&self) {
        self.unsettled.borrow_mut().retain(|submission| {
            match self.ledger.abandon(submission, clock::now()) {
                Ok(()) => {
                    // A repeat of the request may have come to wait for the outcome since.
                    self.waiters.borrow_mut().cancel(submission);
                    false
                }
                Err(error) => {
                    log::error(&error.to_string());
                    true
                }
            }
        });
    }
}
