//! Patches of a job: its labels, whether it is hidden, and whether it is polled.

use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_wire::{JobId, JobPatch};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// Stops or resumes polling of a job, hides or labels it.
    pub(super) async fn patch(
        self: Rc<Self>,
        job: &JobId,
        AuditedChange { by, record }: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let patch: JobPatch = body::json(request).await?;
        let now = clock::now();
        let entry =
            self.ledger.with_audit(now, || self.ledger.patch(job, &patch, &by, now), |_| record)??;
        self.publish().await;
        Ok(Reply::json(200, &entry))
    }
}
