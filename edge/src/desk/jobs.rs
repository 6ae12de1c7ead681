//! What people do about jobs in the ledger.

use std::rc::Rc;

use docket_wire::{Attach, JobId, JobPatch, OperatorName, ProjectId};
use worker::{Request, Response};

use super::{Open, reads};
use crate::clock;
use crate::failure::Failure;
use crate::reply::Reply;
use crate::upstream::Service;

impl Open {
    /// Takes a job in that was made elsewhere.
    pub(super) async fn attach(
        self: Rc<Self>,
        project: &ProjectId,
        by: &OperatorName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let Attach { job } = crate::body::json(req).await?;
        self.ask_and_attach(project, &job, by).await?;
        self.detail(&job)
    }

    /// Asks the service about a job, and takes what it says into the ledger.
    pub(super) async fn ask_and_attach(
        self: &Rc<Self>,
        project: &ProjectId,
        job: &JobId,
        by: &OperatorName,
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
        by: &OperatorName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let patch: JobPatch = crate::body::json(req).await?;
        let entry = self.ledger.patch(job, &patch, by, clock::now())?.ok_or_else(reads::unknown_job)?;
        self.publish().await;
        Ok(Reply::json(200, &entry).into_response()?)
    }
}
