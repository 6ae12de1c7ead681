use std::rc::Rc;

use docket_wire::{CallerName, HistoryQuery, JobRef, ProjectId};
use worker::{Request, Response};

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;

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
        self.detail(&job, &HistoryQuery::default())
    }
}
