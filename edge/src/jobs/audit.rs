use docket_core::audit::{AuditRecord, AuditedChange};
use docket_core::jobs::SubmitDecision;
use docket_core::storage::DatabaseError;
use docket_wire::{AuditTarget, AuditTargetKind, SubmissionId, UnixMs};
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
    pub(super) async fn answer_audit(&self, request: &Request) -> Result<Reply, Failure> {
        let log = self.ledger.audit(self.audit_days);
        messages::answer(log, &self.refusals, request).await
    }
}

/// The record of a prompt after the ledger's decision. A prompt that was recorded and not sent is a refusal.
pub(super) fn record_of_prompt(change: AuditedChange, decision: &SubmitDecision) -> AuditRecord {
    let target = |id: &SubmissionId| AuditTarget::new(AuditTargetKind::Submission, id);
    match decision {
        SubmitDecision::Rejected { submission, reason, .. } => {
            change.record.about(target(submission)).refused(reason.code)
        }
        SubmitDecision::Call { submission } | SubmitDecision::Queued { submission } => {
            change.record.about(target(submission))
        }
        // The others change nothing, and leave no record.
        _ => change.record,
    }
}
