//! Records of what callers change in a project, and of refusals.

use docket_core::audit::{AuditRecord, AuditedChange};
use docket_core::jobs::SubmitDecision;
use docket_core::storage::DatabaseError;
use docket_wire::{AuditTarget, AuditTargetKind, CallerName, SubmissionId, UnixMs};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::audit::messages;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// Makes a caller's change now, with its record.
    pub(super) fn change<T>(
        &self,
        change: AuditedChange,
        make: impl FnOnce(&CallerName, UnixMs) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let now = clock::now();
        self.ledger.with_audit(now, || Ok((make(change.author(), now)?, Some(change.into_record()))))
    }

    /// Answers a message to the log.
    pub(super) async fn answer_audit(&self, request: &Request) -> Result<Reply, Failure> {
        messages::answer(self.ledger.audit(), &self.refusals, request).await
    }
}

/// The ledger's decision about a prompt, and its record. A prompt that was recorded and not sent is a refusal.
pub(super) fn with_record(
    decision: SubmitDecision,
    change: AuditedChange,
) -> (SubmitDecision, Option<AuditRecord>) {
    let about =
        |id: &SubmissionId| change.into_record().about(AuditTarget::new(AuditTargetKind::Submission, id));
    let record = match &decision {
        SubmitDecision::Rejected { submission, exhausted } => {
            Some(about(submission).refused(exhausted.reason.code))
        }
        SubmitDecision::Call { submission } | SubmitDecision::Queued { submission } => {
            Some(about(submission))
        }
        // The others change nothing.
        _ => None,
    };
    (decision, record)
}
