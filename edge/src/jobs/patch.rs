use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_core::jobs::PatchConflict;
use docket_wire::{JobId, JobPatch, ProblemCode};
use worker::Request;

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
        AuditedChange { by, record }: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let patch: JobPatch = body::json(request).await?;
        let now = clock::now();
        let patched = self.ledger.with_audit(now, || self.ledger.patch(job, &patch, &by, now), |_| record)?;
        let entry = patched.map_err(refused)?;
        self.publish().await;
        Ok(Reply::json(200, &entry))
    }
}

fn refused(conflict: PatchConflict) -> Failure {
    match conflict {
        PatchConflict::UnknownJob => unknown_job(),
        PatchConflict::FollowUpsQueued => {
            let error = "polling cannot be false while the job has queued follow-ups. Cancel them first.";
            Failure::new(ProblemCode::SubmissionState, error).field("polling")
        }
    }
}
