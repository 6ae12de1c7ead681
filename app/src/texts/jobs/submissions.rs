//! Prompts that need a decision, and what a person can do with them.

use docket_wire::{InvalidId, SubmissionState};

pub(crate) const PROMPTS_WITHOUT_A_JOB: &str = "Prompts without a job";
pub(crate) const HIDE_EARLIER: &str = "Hide earlier ones";
pub(crate) const SHOW_EARLIER: &str = "Show earlier ones";
/// In place of [`HIDE_EARLIER`] and [`SHOW_EARLIER`] if there are no others.
pub(crate) const HIDE_ALL: &str = "Hide them";
pub(crate) const SHOW_ALL: &str = "Show them";
pub(crate) const DISCARD_ALL: &str = "Discard all";
pub(crate) const NOTHING_DISCARDED: &str = "Nothing was discarded.";

/// How many prompts need a decision: at least one.
pub(crate) fn need_attention(count: usize) -> String {
    match count {
        1 => "1 prompt needs attention".to_owned(),
        _ => format!("{count} prompts need attention"),
    }
}

/// While it can be undone, for this many seconds. There are several prompts.
pub(crate) fn discarding(count: usize, within_s: u64) -> String {
    format!("{count} prompts will be discarded in {within_s} s, unless you leave this page.")
}

/// Explains the state of a prompt without a job, and what happens next. People with `may_change` read what they can do. The caller
/// appends the reason, if there is one.
pub(crate) fn meaning(state: &SubmissionState, may_change: bool) -> &'static str {
    match state {
        SubmissionState::Rejected { .. } | SubmissionState::Unknown { .. } if !may_change => {
            "The prompt is waiting for an operator."
        }
        SubmissionState::Sending => {
            "Docket is sending this prompt to the service. Its job appears below once the service accepts it."
        }
        SubmissionState::Queued => "Docket sends this prompt next.",
        SubmissionState::Discarded => "This prompt was discarded: Docket does not send it.",
        SubmissionState::Accepted => "The service accepted this prompt. Its job appears below.",
        SubmissionState::Rejected { .. } => {
            "No job was started. The prompt can be edited, sent again or discarded."
        }
        SubmissionState::Unknown { .. } => {
            "The service may or may not have started this job. Docket does not send it again on its own: look for the job at the service, then match the prompt to it, or send it again."
        }
    }
}

/// On a button, as are the next.
pub(crate) const MATCH_TO_A_JOB: &str = "Match to a job";
/// The follow-up reached its job.
pub(crate) const IT_ARRIVED: &str = "It arrived";
pub(crate) const SEND_AGAIN: &str = "Send again";
pub(crate) const EDIT_AS_NEW: &str = "Edit as new prompt";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const START_NEW_JOB: &str = "Start a new job with this context";
pub(crate) const DISCARD: &str = "Discard";

/// A question, and its two answers.
pub(crate) const MAY_RUN_TWICE: &str =
    "The service may have this prompt already. If it has, sending it again runs it twice.";
pub(crate) const SEND_IT_ANYWAY: &str = "Send it anyway";
pub(crate) const DO_NOT_SEND: &str = "Do not send";

/// A question, and its two answers.
pub(crate) const DISCARD_IS_FINAL: &str = "You cannot send a discarded prompt again.";
pub(crate) const DISCARD_IT: &str = "Discard it";

/// A question, and its two answers.
pub(crate) const DRAFT_IS_NOT_EMPTY: &str = "The draft of a new job is not empty.";
pub(crate) const REPLACE_THE_DRAFT: &str = "Replace the draft";
pub(crate) const KEEP_THE_DRAFT: &str = "Keep the draft";

/// The label of a field.
pub(crate) const ID_OF_STARTED_JOB: &str = "Id of the job that it started";
/// On the button beside [`ID_OF_STARTED_JOB`].
pub(crate) const MATCH: &str = "Match";
/// Announced when the form for the id of a job goes away.
pub(crate) const DECIDED_MEANWHILE: &str = "Someone else has resolved this prompt.";

/// Somebody else saved another text of a queued follow-up while this person edited it.
pub(crate) fn changed_meanwhile(text: &str) -> String {
    format!(
        "Someone changed this follow-up while you were editing it. It is now: “{text}” To replace it with your text, save again."
    )
}

/// Docket has sent the follow-up while somebody edited it.
pub(crate) const SENT_BEFORE_SAVED: &str = "Sent before you saved.";
/// In place of [`SENT_BEFORE_SAVED`] if what was typed is in the field below the timeline.
pub(crate) const SENT_AND_TEXT_MOVED: &str = "Sent before you saved. Your text is below.";

/// Announced when somebody closes the form of a follow-up without saving it.
pub(crate) const TEXT_MOVED: &str = "Not saved. Your text is below.";

/// The label of the field with its text.
pub(crate) const FOLLOW_UP: &str = "Follow-up";

/// `invalid` begins with the field: `job id must not be empty`.
pub(crate) fn invalid_job_id(invalid: &InvalidId) -> String {
    format!("This is not a job id: the {invalid}.")
}

pub(crate) const TYPE_A_JOB_ID: &str = "Type or paste the id of a job.";

/// In the prompt of a new job that continues an ended one. `url` is that of its pull request.
pub(crate) fn earlier_job_made(url: &str) -> String {
    format!("An earlier job made {url}")
}

pub(crate) const LEFT_BEFORE_SENT: &str = "You left the project before this was sent.";
pub(crate) const LEFT_BEFORE_LOADED: &str = "You left the project before this was loaded.";

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, ProblemCode};

    use super::*;

    #[test]
    fn people_without_the_right_are_not_asked_to_act() {
        let reason = || ErrorReason { code: ProblemCode::ServiceRejected, error: "No.".into() };
        let states =
            [SubmissionState::Rejected { reason: reason() }, SubmissionState::Unknown { reason: reason() }];
        for state in states {
            let (asked, shown) = (meaning(&state, true), meaning(&state, false));
            assert!(asked.contains("again"), "{asked}");
            for act in ["edit", "again", "match", "discard", "look for"] {
                assert!(!shown.contains(act), "{shown}");
            }
            assert!(shown.ends_with("is waiting for an operator."), "{shown}");
        }
    }
}
