//! The states of jobs and prompts, and the titles of those without one.

use docket_wire::{JobId, JobStatus, ProblemCode, SubmissionState};

use crate::texts::general::counted;

pub(crate) const ACTIVE: &str = "Active";
pub(crate) const COMPLETED: &str = "Completed";
pub(crate) const FAILED: &str = "Failed";
pub(crate) const ARCHIVED: &str = "Archived";

pub(crate) const SENDING: &str = "Sending";
pub(crate) const QUEUED: &str = "Queued";
pub(crate) const DISCARDED: &str = "Discarded";
pub(crate) const ACCEPTED: &str = "Accepted";
/// The service did not carry a prompt out.
const REJECTED: &str = "Rejected";
/// The service did not get a prompt.
const NOT_SENT: &str = "Not sent";
/// The outcome of a prompt is unknown.
pub(crate) const UNKNOWN: &str = "Unknown";

/// The word for a status. One that is newer than this console is shown as it is.
pub(crate) fn status(status: &JobStatus) -> &str {
    match status {
        JobStatus::Active => ACTIVE,
        JobStatus::Completed => COMPLETED,
        JobStatus::Archived => ARCHIVED,
        JobStatus::Failed => FAILED,
        JobStatus::Other(word) => word,
    }
}

/// The last known status of a job that the service does not tell any more.
pub(crate) fn was(last: &JobStatus) -> String {
    format!("Was {}", status(last).to_ascii_lowercase())
}

/// The word for the state of a prompt.
pub(crate) fn submission(state: &SubmissionState) -> &'static str {
    match state {
        SubmissionState::Sending => SENDING,
        SubmissionState::Queued => QUEUED,
        SubmissionState::Discarded => DISCARDED,
        SubmissionState::Accepted => ACCEPTED,
        SubmissionState::Rejected { reason } => rejected(reason.code),
        SubmissionState::Unknown { .. } => UNKNOWN,
    }
}

/// The word for a prompt that was not carried out, by the reason for it.
pub(crate) fn rejected(code: ProblemCode) -> &'static str {
    if is_service_rejection(code) { REJECTED } else { NOT_SENT }
}

/// Whether the service rejected a prompt for this reason, and not Docket before it sent the prompt.
pub(crate) fn is_service_rejection(code: ProblemCode) -> bool {
    matches!(
        code,
        ProblemCode::ServiceRejected
            | ProblemCode::ServiceRejectedKey
            | ProblemCode::ServiceThrottled
            | ProblemCode::UnknownJob
    )
}

/// The title of a job without a prompt.
pub(crate) fn job(id: &JobId) -> String {
    format!("Job {id}")
}

/// In place of the text of a prompt, or behind a title.
pub(crate) fn prompt_deleted(after_days: u32) -> String {
    let days = counted(after_days.into(), &after_days.to_string(), "day", "days");
    format!("(prompt deleted after {days})")
}
