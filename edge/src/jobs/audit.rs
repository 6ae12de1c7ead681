use docket_core::audit::{AuditRecord, AuditedChange};
use docket_core::jobs::SubmitDecision;
use docket_core::storage::DatabaseError;
use docket_wire::{AuditTarget, AuditTargetKind, UnixMs};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::audit::messages;
use crate::http::failure::Failure;
use crate::http::reply::Reply;

impl OpenJobs {
    /// Runs a change of the ledger, and appends the record that follows from its outcome.
    pub(super) fn audited<T>(
        &self,
        now: UnixMs,
        change: impl FnOnce() -> Result<T, DatabaseError>,
        record: impl FnOnce(&T) -> AuditRecord,
    ) -> Result<T, DatabaseError> {
        self.ledger.audited(self.audit_days, now, change, record)
    }

    /// Answers a message to the log.
    pub(super) async fn answer_audit(&self, req: &Request) -> Result<Reply, Failure> {
        let log = self.ledger.audit(self.audit_days);
        messages::answer(log, &self.refusals, req).await
    }
}

/// The record of a prompt, as the ledger decided. A prompt that was recorded and not sent is a refusal.
pub(super) fn of_decision(change: AuditedChange, decision: &SubmitDecision) -> AuditRecord {
    let about = |id: &docket_wire::SubmissionId| AuditTarget::new(AuditTargetKind::Submission, id);
    match decision {
        SubmitDecision::Rejected { submission, reason, .. } => {
            change.record.about(about(submission)).refused(reason.code)
        }
        SubmitDecision::Call { submission } | SubmitDecision::Queued { submission } => {
            change.record.about(about(submission))
        }
        // These change nothing, and so leave no record.
        _ => change.record,
    }
}
