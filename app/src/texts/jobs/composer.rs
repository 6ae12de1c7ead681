//! The field for a prompt, of a new job or of a follow-up.

use docket_wire::InvalidPrompt;

/// The label of the field.
pub(crate) const NEW_JOB: &str = "New job";
pub(crate) const WHAT_SHOULD_THE_AGENT_DO: &str =
    "What should the agent do? For example: update the quickstart for SDK 4.";
pub(crate) const START_JOB: &str = "Start job";
/// The label of the field.
pub(crate) const FOLLOW_UP: &str = "Follow-up";
pub(crate) const WHAT_NEXT: &str = "What should the agent do next on this job?";
pub(crate) const SEND_FOLLOW_UP: &str = "Send follow-up";
/// The keys that send the prompt.
pub(crate) const SENDING_KEYS: &str = "Ctrl ⏎";
pub(crate) const USE_A_TEMPLATE: &str = "Use a template";

/// Below the field, before one of the next.
pub(crate) const SAVED_UNTIL_SENT: &str = "Saved in this browser until you send it. ";
/// Below the field, like the one above, after an attempt whose outcome the console may not know.
pub(crate) const SAVED_AFTER_SENDING: &str =
    "Saved in this browser. You can send it again safely: it runs once, even if it was sent already. ";
/// Below the field, like the one above.
pub(crate) const NOT_SAVED: &str =
    "This browser's storage is full or disabled: send the prompt before you close or reload this tab. ";
pub(crate) const SENT_WHEN_THE_JOB_FINISHES: &str = "Sent when the job finishes, and queued until then.";
pub(crate) const QUEUED_WHILE_UNKNOWN: &str =
    "Queued until the service reports this job again and it has finished.";

/// Why the keys for sending did not: the person may have meant those for saving.
pub(crate) const EDIT_WAS_INTERRUPTED: &str = "Not sent: Docket has sent the follow-up that you were editing. Press \
     Ctrl Enter again to send this text as a new one.";

/// Before the button that sends it anyway.
pub(crate) const SENT_A_MOMENT_AGO: &str = "You sent the same prompt a moment ago. ";
pub(crate) const START_IT_ANYWAY: &str = "Start it anyway";

/// Behind an error. Docket has the prompt, and answers the same as long as nobody has decided about it.
pub(crate) const MAY_HAVE_BEEN_SENT: &str = " Decide below what to do with it. Your text stays here until then. Sending it again from here has no effect.";
/// Behind an error.
pub(crate) const WAS_NOT_SENT: &str = " The prompt was not sent. Your text is still here.";
/// Behind an error that says already that Docket did not send the prompt.
pub(crate) const IS_IN_THE_FIELD: &str = " Your text is still here.";
/// Behind an error.
pub(crate) const IS_STILL_HERE: &str =
    " Your text is still here, and you can send it again safely: it runs once.";

/// Before a link to the job.
pub(crate) const JOB_STARTED: &str = "Job started. ";
pub(crate) const OPEN_THE_JOB: &str = "Open the job";

/// Below the field, near the limit.
pub(crate) fn bytes_left(left: &str, limit: &str) -> String {
    format!("{left} of {limit} bytes left.")
}

/// Below the field, beyond the limit.
pub(crate) fn bytes_over(over: &str, limit: &str) -> String {
    format!("Too long: {over} over the limit of {limit} bytes.")
}

/// Announced once.
pub(crate) const TOO_LONG: &str = "The prompt is too long.";

/// Before the jobs that the prompt may repeat.
pub(crate) const SIMILAR_JOBS: &str = "Similar jobs:";
pub(crate) const FOLLOW_UP_INSTEAD: &str = "Follow up on that job instead";

/// What a screen reader says of the button with [`FOLLOW_UP_INSTEAD`].
pub(crate) fn follow_up_instead(title: &str) -> String {
    format!("Follow up on that job instead: {title}")
}

/// `invalid` begins with the field: `prompt must not be longer than …`.
pub(crate) fn invalid_prompt(invalid: &InvalidPrompt) -> String {
    format!("The {invalid}.")
}
