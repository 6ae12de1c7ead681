//! What the audit log says.

use docket_wire::{AuditAction, AuditCredential, AuditTargetKind};

/// The name of the page.
pub(crate) const AUDIT: &str = "Audit";
pub(crate) const ONLY_FOR_ADMINS: &str =
    "Only an admin of the project can see this page. Ask one, or ask for the role.";

// Filters.
pub(crate) const PERSON_OR_PROGRAM: &str = "Person or program";
/// In the empty field of [`PERSON_OR_PROGRAM`].
pub(crate) const EXACT_NAME: &str = "Exact name of a person or program";
pub(crate) const ACTION: &str = "Action";
pub(crate) const ANY_ACTION: &str = "Any action";
pub(crate) const OUTCOME: &str = "Outcome";
pub(crate) const ANY_OUTCOME: &str = "Any outcome";
/// Docket carried it out. What became of a prompt is on the page of its job.
pub(crate) const ACCEPTED: &str = "Accepted";
pub(crate) const REFUSED: &str = "Refused";
pub(crate) const TIME: &str = "Time";

// Entries.
pub(crate) const LOADING_ENTRIES: &str = "Loading entries";
/// Before the link that clears the filter.
pub(crate) const NO_ENTRIES_MATCH: &str = "No entries match. ";
/// Before the link to where a job is started.
pub(crate) const NO_ENTRIES_YET: &str = "No entries yet. Every change will appear here with its author, \
     and so will every request that Docket refuses because a right is missing. ";
pub(crate) const LIST_OF_ENTRIES: &str = "List of entries";
pub(crate) const WHO: &str = "Who";
/// Above what an action concerns.
pub(crate) const ON: &str = "On";
/// Above addresses and countries.
pub(crate) const FROM: &str = "From";
pub(crate) const REQUEST: &str = "Request";
/// In place of an unknown name.
pub(crate) const SOMEONE: &str = "Someone";
pub(crate) const EXPORT: &str = "Export";

/// An outcome. The reason is the code of a problem, without underscores.
pub(crate) fn refused(reason: &str) -> String {
    format!("Refused: {reason}")
}

pub(crate) fn action(action: AuditAction) -> &'static str {
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
        AuditAction::CreateTemplate => "Create template",
        AuditAction::EditTemplate => "Edit template",
        AuditAction::PutNote => "Write note",
        AuditAction::DeleteNote => "Delete note",
        AuditAction::DeleteTemplate => "Delete template",
        AuditAction::StartBackfill => "Load visitors",
        AuditAction::CancelBackfill => "Stop loading visitors",
        AuditAction::ResumeVisitors => "End pause of visitors",
        AuditAction::SignIn => "Sign in",
        AuditAction::SignOut => "Sign out",
        AuditAction::CreateToken => "Create token",
        AuditAction::RevokeToken => "Revoke token",
        AuditAction::EndSession => "End session",
        AuditAction::EndSessions => "End sessions",
        AuditAction::Backup => "Read backup",
        AuditAction::Restore => "Restore backup",
        AuditAction::Read => "Read",
    }
}

/// How the caller authenticated.
pub(crate) fn credential(credential: AuditCredential) -> &'static str {
    match credential {
        AuditCredential::Passphrase => "with a passphrase",
        AuditCredential::Access => "through Cloudflare Access",
        AuditCredential::Token => "with a token",
    }
}

/// What an action concerns: `Job job_1`.
pub(crate) fn target(kind: AuditTargetKind, id: &str) -> String {
    let kind = match kind {
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
    };
    format!("{kind} {id}")
}
