//! Jobs that were created outside Docket.

use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_wire::{AuditTarget, AuditTargetKind, HistoryQuery, JobRef, ProjectId};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;

impl OpenJobs {
    /// Imports a job that was created outside Docket.
    pub(super) async fn import(
        self: Rc<Self>,
        project: &ProjectId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let JobRef { job } = body::json(request).await?;
        let author = change.author().clone();
        let record = change.into_record().about(AuditTarget::new(AuditTargetKind::Job, &job));
        self.fetch_and_attach(project, &job, &author, Some(record)).await?;
        self.detail(&job, &HistoryQuery::default())
    }
}
