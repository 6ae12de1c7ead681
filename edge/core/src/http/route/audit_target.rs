use docket_wire::{AuditTarget, AuditTargetKind, Day, JobId, SessionId, SubmissionId, TemplateId, TokenId};

/// What the path of a change can name. The audit log names it as well.
pub(super) trait PathTarget: ToString {
    const KIND: AuditTargetKind;

    /// The target in the audit log.
    fn target(&self) -> AuditTarget {
        AuditTarget { kind: Self::KIND, id: self.to_string() }
    }
}

impl PathTarget for JobId {
    const KIND: AuditTargetKind = AuditTargetKind::Job;
}

impl PathTarget for SubmissionId {
    const KIND: AuditTargetKind = AuditTargetKind::Submission;
}

impl PathTarget for TemplateId {
    const KIND: AuditTargetKind = AuditTargetKind::Template;
}

impl PathTarget for Day {
    const KIND: AuditTargetKind = AuditTargetKind::Note;
}

impl PathTarget for TokenId {
    const KIND: AuditTargetKind = AuditTargetKind::Token;
}

impl PathTarget for SessionId {
    const KIND: AuditTargetKind = AuditTargetKind::Session;
}
