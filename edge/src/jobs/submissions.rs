//! What people do about submissions that did not simply go through.

use std::rc::Rc;

use docket_core::jobs::StateConflict;
use docket_wire::{CallerName, JobRef, ProjectId, Prompt, Submission, SubmissionId};
use worker::{Request, Response};

use super::{OpenJobs, responses};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::upstream::Service;

impl OpenJobs {
    /// Those that wait for something or somebody.
    pub(super) fn submissions(&self) -> Result<Response, Failure> {
        Ok(Reply::json(200, &self.ledger.open_submissions()?).into_response()?)
    }

    /// One of them, as it stands.
    pub(super) fn submission(&self, status: u16, id: &SubmissionId) -> Result<Response, Failure> {
        let submission = self.ledger.submission(id)?;
        let submission = submission.ok_or_else(|| responses::objection(&StateConflict::UnknownSubmission))?;
        Ok(Reply::json(status, &submission).into_response()?)
    }

    /// Writes a waiting follow-up anew.
    pub(super) async fn edit(
        self: Rc<Self>,
        id: &SubmissionId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let prompt: Prompt = crate::http::body::json(req).await?;
        let edited = self.ledger.edit(id, &prompt, by, clock::now())?;
        self.done(edited).await
    }

    /// Takes one back, or lays it aside.
    pub(super) async fn discard(
        self: Rc<Self>,
        id: &SubmissionId,
        by: &CallerName,
    ) -> Result<Response, Failure> {
        let discarded = self.ledger.discard(id, by, clock::now())?;
        self.done(discarded).await
    }

    /// Sends one once more, and answers like the first time.
    pub(super) async fn resend(
        self: Rc<Self>,
        id: &SubmissionId,
        by: &CallerName,
    ) -> Result<Response, Failure> {
        let objection = || responses::objection(&StateConflict::UnknownSubmission);
        let Submission { job, prompt, .. } = self.ledger.submission(id)?.ok_or_else(objection)?;
        match self.ledger.send_again(id, by, clock::now())? {
            Ok(admission) => self.carry_out(admission, job, prompt).await,
            Err(objection) => Err(responses::objection(&objection)),
        }
    }

    /// Names the job that one of unknown outcome made: the service is asked whether there is such a job.
    pub(super) async fn resolve(
        self: Rc<Self>,
        project: &ProjectId,
        id: &SubmissionId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let JobRef { job } = crate::http::body::json(req).await?;
        let told = Service::for_project(&self.env, project)?.get_job(project, &job).await?;
        let resolved = self.ledger.resolve(id, &told, by, clock::now())?;
        self.done(resolved).await
    }

    async fn done(self: &Rc<Self>, outcome: Result<Submission, StateConflict>) -> Result<Response, Failure> {
        let submission = outcome.map_err(|objection| responses::objection(&objection))?;
        self.publish().await;
        Ok(Reply::json(200, &submission).into_response()?)
    }
}
