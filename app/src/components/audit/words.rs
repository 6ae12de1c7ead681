use docket_wire::{AuditAction, AuditCredential, AuditTargetKind, ProblemCode};

/// An action in words.
pub(super) fn words(action: AuditAction) -> &'static str {
    match action {
        AuditAction::CreateJob => "Start job",
        AuditAction::SendMessage => "Send follow-up",
        AuditAction::QueueFollowUp => "Queue follow-up",
        AuditAction::EditSubmission => "Edit follow-up",
        AuditAction::DiscardSubmission => "Cancel or discard prompt",
        AuditAction::ResendSubmission => "Send prompt again",
        AuditAction::MatchSubmission => "Match prompt to job",
        AuditAction::ImportJob => "Import job",
        AuditAction::PatchJob => "Change job",
        AuditAction::MarkInbox => "Mark inbox",
        AuditAction::ResumeJobs => "End pause of jobs",
        AuditAction::CreateTemplate => "Make template",
        AuditAction::EditTemplate => "Edit template",
        AuditAction::PutNote => "Write note",
        AuditAction::DeleteNote => "Delete note",
        AuditAction::DeleteTemplate => "Delete template",
        AuditAction::StartBackfill => "Load visitors",
        AuditAction::CancelBackfill => "Stop loading visitors",
        AuditAction::ResumeVisitors => "End pause of visitors",
        AuditAction::SignIn => "Sign in",
        AuditAction::SignOut => "Sign out",
        AuditAction::CreateToken => "Make token",
        AuditAction::RevokeToken => "Revoke token",
        AuditAction::EndSession => "End session",
        AuditAction::EndSessions => "End sessions",
        AuditAction::Backup => "Read backup",
        AuditAction::Restore => "Restore backup",
        AuditAction::Read => "Read",
    }
}

/// With what a caller proved who they are, in words.
pub(super) fn proof(credential: AuditCredential) -> &'static str {
    match credential {
        AuditCredential::Passphrase => "with a passphrase",
        AuditCredential::Access => "through Cloudflare Access",
        AuditCredential::Token => "with a token",
    }
}

/// The kind of a target in words.
pub(super) fn noun(kind: AuditTargetKind) -> &'static str {
    match kind {
        AuditTargetKind::Job => "Job",
        AuditTargetKind::Submission => "Prompt",
        AuditTargetKind::Note => "Note",
        AuditTargetKind::Template => "Template",
        AuditTargetKind::Token => "Token",
        AuditTargetKind::Session => "Session",
        AuditTargetKind::Person => "Person",
        AuditTargetKind::Backfill => "Visitors",
        AuditTargetKind::Object => "Object",
        AuditTargetKind::Route => "Route",
    }
}

/// The code of a refusal in words: `csrf check`.
pub(super) fn reason(code: ProblemCode) -> String {
    let code = serde_json::to_string(&code).unwrap_or_default();
    code.trim_matches('"').replace('_', " ")
}
