//! Records of what callers change in a project, and of refusals.

use docket_core::audit::{AuditRecord, AuditedChange};
use docket_core::jobs::SubmitDecision;
use docket_wire::{AuditTarget, AuditTargetKind, SubmissionId};
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::audit::messages;
use crate::http::failure::Failure;
use crate::http::reply::Reply;

impl OpenJobs {
    /// Answers a message to the log.
    pub(super) async fn answer_audit(&self, request: &Request) -> Result<Reply, Failure> {
        messages::answer(self.ledger.audit(), &self.refusals, request).await
    }
}

/// The record of a prompt after the ledger's decision. A prompt that was recorded and not sent is a refusal.
pub(super) fn record_of_prompt(change: AuditedChange, decision: &SubmitDecision) -> AuditRecord {
    let target = |id: &SubmissionId| AuditTarget::new(AuditTargetKind::Submission, id);
    match decision {
        SubmitDecision::Rejected { submission, exhausted } => {
            change.record.about(target(submission)).refused(exhausted.reason.code)
        }
        SubmitDecision::Call { submission } | SubmitDecision::Queued { submission } => {
            change.record.about(target(submission))
        }
        // The others change nothing, and leave no record.
        _ => change.record,
    }
}
