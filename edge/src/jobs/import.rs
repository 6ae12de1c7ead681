use std::rc::Rc;

use docket_wire::{CallerName, JobId, JobRef, ProjectId};
use worker::{Request, Response};

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::upstream::Service;

impl OpenJobs {
    /// Imports a job that was created elsewhere.
    pub(super) async fn import(
        self: Rc<Self>,
        project: &ProjectId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let JobRef { job } = body::json(req).await?;
        self.fetch_and_attach(project, &job, by).await?;
        self.detail(&job)
    }

    /// Asks the service for a job and adds it to the ledger.
    pub(super) async fn fetch_and_attach(
        self: &Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        by: &CallerName,
    ) -> Result<(), Failure> {
        let response = Service::for_project(&self.env, project)?.get_job(project, job).await?;
        self.ledger.attach(&response, by, clock::now())?;
        self.publish().await;
        Ok(())
    }
}
