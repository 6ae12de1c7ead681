//! The history of a job: prompts and events.

pub(crate) const TIMELINE: &str = "Timeline";

/// The first prompt of a job.
pub(crate) const PROMPT: &str = "Prompt";
pub(crate) const FOLLOW_UP: &str = "Follow-up";
/// Between [`PROMPT`] or [`FOLLOW_UP`] and its author.
pub(crate) const PROMPT_BY: &str = " by ";
/// A link to the visitors that a prompt is about.
pub(crate) const VISITORS_OF_PROMPT: &str = "Visitor data for this prompt";
pub(crate) const SHOW_LESS: &str = "Show less";

/// On the button below a long text, if its `count` lines are more than are shown.
pub(crate) fn show_all_lines(count: usize) -> String {
    format!("Show all {count} lines")
}
/// On the button below a text whose lines are long.
pub(crate) const SHOW_THE_WHOLE_TEXT: &str = "Show the whole text";

/// This and the next constants say what a queued follow-up waits for.
pub(crate) const QUEUED_UNTIL_END: &str = "Queued: will be sent when the job finishes";
pub(crate) const QUEUED_WHILE_UNKNOWN: &str =
    "Queued: will be sent when the service reports this job again and it has finished";
pub(crate) const QUEUED_UNTIL_DECISION: &str =
    "Queued: will be sent when the follow-up with unknown outcome is resolved";
pub(crate) const QUEUED_UNTIL_REJECTED_IS_RESOLVED: &str =
    "Queued: will be sent when the rejected follow-up before it is sent again or discarded";
pub(crate) const QUEUED_UNTIL_PAUSE_ENDS: &str = "Queued: will be sent when the pause ends";
pub(crate) const QUEUED_FOR_SERVICE: &str = "Queued: will be sent as soon as the service can take it";

/// Behind [`QUEUED_FOR_SERVICE`].
pub(crate) fn budget_is_exhausted(duration: &str) -> String {
    format!(", in {duration} at the earliest, because the hourly budget for prompts is exhausted")
}

/// This and the next constants say what became of the latest follow-up.
pub(crate) const STORED: &str = "Stored.";
pub(crate) const SENDING_FOLLOW_UP: &str = "Sending the follow-up to the service.";
pub(crate) const FOLLOW_UP_ACCEPTED: &str = "The service accepted the follow-up.";
pub(crate) const FOLLOW_UP_UNKNOWN: &str = "The outcome is unknown. Resolve it in the timeline.";
pub(crate) const FOLLOW_UP_DISCARDED: &str = "Discarded.";

/// `reason` is a sentence.
pub(crate) fn follow_up_not_accepted(reason: &str) -> String {
    format!("Not accepted: {reason} The timeline has the text.")
}

/// An event, as are all that follow.
pub(crate) const SENT: &str = "Sent to the service.";
pub(crate) const ACCEPTED: &str = "Accepted by the service.";
/// Before the reason.
pub(crate) const REJECTED: &str = "Rejected by the service. ";
pub(crate) const NOT_SENT: &str = "Not sent. ";
/// Before the reason.
pub(crate) const OUTCOME_UNKNOWN: &str =
    "Outcome unknown: the service may or may not have received the prompt. ";
/// Before the reason.
pub(crate) const POLLING_SUSPENDED: &str = "Polling suspended after an error. ";
/// Before the status that the job still has.
pub(crate) const NO_ACTIVITY_SEEN: &str = "No activity seen. Still:";
pub(crate) const RUNNING_LONG: &str = "Running much longer than usual.";
pub(crate) const QUEUED: &str = "Follow-up queued.";
pub(crate) const PROMPTS_DELETED: &str = "Prompt text deleted by retention.";
pub(crate) const DELETED: &str = "Deleted by retention.";
pub(crate) const RESTORED: &str = "Restored from a backup.";
/// Before the link.
pub(crate) const PULL_REQUEST: &str = "Pull request ";

/// Before and after the status that a job had when it was imported.
pub(crate) fn imported() -> [&'static str; 2] {
    ["Attached, status ", "."]
}

/// The texts before and after the labels. `by` is the text of [`by`].
pub(crate) fn labelled(by: &str) -> (&'static str, String) {
    ("Labelled ", format!("{by}."))
}

/// The end of a sentence that names who caused an event. The functions below take it as `by`, empty if no person did.
pub(crate) fn by(person: &str) -> String {
    format!(" by {person}")
}

pub(crate) fn polling_resumed(by: &str) -> String {
    format!("Polling resumed{by}.")
}

pub(crate) fn polling_stopped(by: &str) -> String {
    format!("Polling stopped{by}.")
}

pub(crate) fn edited(by: &str) -> String {
    format!("Queued follow-up edited{by}.")
}

pub(crate) fn resent(by: &str) -> String {
    format!("Sent again{by}.")
}

pub(crate) fn matched(by: &str) -> String {
    format!("Matched to the prompt with unknown outcome{by}.")
}

pub(crate) fn discarded(by: &str) -> String {
    format!("Prompt discarded{by}.")
}

pub(crate) fn labels_removed(by: &str) -> String {
    format!("Labels removed{by}.")
}

pub(crate) fn hidden(by: &str) -> String {
    format!("Hidden{by}.")
}

pub(crate) fn unhidden(by: &str) -> String {
    format!("Unhidden{by}.")
}
