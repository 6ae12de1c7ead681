//! What people do about jobs in the ledger.

use std::rc::Rc;

use docket_wire::{CallerName, JobId, JobPatch, JobRef, ProjectId};
use worker::{Request, Response};

use super::{OpenJobs, reads};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::upstream::Service;

impl OpenJobs {
    /// Takes a job in that was made elsewhere.
    pub(super) async fn attach(
        self: Rc<Self>,
        project: &ProjectId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let JobRef { job } = crate::http::body::json(req).await?;
        self.ask_and_attach(project, &job, by).await?;
        self.detail(&job)
    }

    /// Asks the service about a job, and takes what it says into the ledger.
    pub(super) async fn ask_and_attach(
        self: &Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
    ) -> Result<(), Failure> {
        let told = Service::for_project(&self.env, project)?.get_job(project, job).await?;
        self.ledger.attach(&told, by, clock::now())?;
        self.publish().await;
        Ok(())
    }

    /// Watches, hides or labels a job.
    pub(super) async fn patch(
        self: Rc<Self>,
        job: &JobId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let patch: JobPatch = crate::http::body::json(req).await?;
        let entry = self.ledger.patch(job, &patch, by, clock::now())?.ok_or_else(reads::unknown_job)?;
        self.publish().await;
        Ok(Reply::json(200, &entry).into_response()?)
    }
}
