//! What a screen reader announces about jobs.

use docket_wire::{JobStatus, ProblemCode};

use super::state::{is_service_rejection, status};

pub(crate) const PROMPT_MATCHED: &str = "Prompt matched to the job.";
pub(crate) const PROMPT_SENT_AGAIN: &str = "Prompt sent again.";
pub(crate) const PROMPT_DISCARDED: &str = "Prompt discarded.";
pub(crate) const FOLLOW_UP_SAVED: &str = "Follow-up saved.";
pub(crate) const JOB_HIDDEN: &str = "Job hidden.";
pub(crate) const JOB_UNHIDDEN: &str = "Job unhidden.";
pub(crate) const POLLING_RESUMED: &str = "Polling resumed.";
pub(crate) const POLLING_STOPPED: &str = "Polling stopped.";
pub(crate) const LABELS_SAVED: &str = "Labels saved.";
pub(crate) const JOB_IMPORTED: &str = "Job imported.";

/// The new status of a job.
pub(crate) fn status_changed(title: &str, to: &JobStatus) -> String {
    format!("{title}: {}.", status(to))
}

pub(crate) fn many_changes(count: usize) -> String {
    format!("{count} job updates.")
}

pub(crate) fn follow_up_rejected(title: &str, code: ProblemCode) -> String {
    let what = if is_service_rejection(code) { "rejected" } else { "not sent" };
    format!("{title}: follow-up {what}.")
}

pub(crate) fn follow_up_unknown(title: &str) -> String {
    format!("{title}: outcome of the follow-up unknown.")
}
