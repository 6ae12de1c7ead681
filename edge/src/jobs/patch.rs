//! Patches of a job: its labels, whether it is hidden, and whether it is polled.

use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_wire::{JobId, JobPatch};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;

impl OpenJobs {
    /// Stops or resumes polling of a job, hides or labels it.
    pub(super) async fn patch(
        self: Rc<Self>,
        job: &JobId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let patch: JobPatch = body::json(request).await?;
        let entry = self.change(change, |by, now| self.ledger.patch(job, &patch, by, now))??;
        self.publish().await;
        Ok(Reply::json(200, &entry))
    }
}
