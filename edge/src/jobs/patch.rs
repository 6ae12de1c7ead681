use std::rc::Rc;

use docket_wire::{CallerName, JobId, JobPatch};
use worker::{Request, Response};

use super::open_jobs::OpenJobs;
use super::reads::unknown_job;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// Stops or resumes polling of a job, hides or labels it.
    pub(super) async fn patch(
        self: Rc<Self>,
        job: &JobId,
        by: &CallerName,
        req: &Request,
    ) -> Result<Response, Failure> {
        let patch: JobPatch = body::json(req).await?;
        let entry = self.ledger.patch(job, &patch, by, clock::now())?.ok_or_else(unknown_job)?;
        self.publish().await;
        Ok(Reply::json(200, &entry).into_response()?)
    }
}
