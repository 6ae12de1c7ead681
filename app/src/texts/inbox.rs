//! What the inbox says.

use docket_wire::{InboxItem, InboxReason, JobStatus};

use super::jobs::state::is_service_rejection;
use super::jobs::{next_step, timeline};

pub(crate) const LOADING_THE_INBOX: &str = "Loading the inbox";
pub(crate) const READ_ALL: &str = "Mark all as read";

pub(crate) const NEEDS_YOU: &str = "Needs you";
/// In place of the items that need somebody.
pub(crate) const NOTHING_WAITS: &str = "Nothing needs a decision.";
pub(crate) const ENDED: &str = "Ended";
pub(crate) const NONE_ENDED: &str = "No job ended in the last 14 days.";
pub(crate) const RUNNING: &str = "Running";
pub(crate) const NONE_RUNNING: &str = "No other job is running.";
/// Below a group that has more, before the link.
pub(crate) const THESE_ARE_THE_NEWEST: &str = "These are the newest. ";
pub(crate) const SEE_ALL_JOBS: &str = "See all jobs";

pub(crate) const NOTHING_YET: &str = "Nothing here yet.";
pub(crate) const WHAT_WILL_BE_HERE: &str = "Jobs will appear here while they run, when they end, and when they need a decision: a prompt whose outcome is \
     unknown or that was rejected, or a job that failed, takes too long, or is no longer polled.";

/// In the link to the inbox, behind the number: `Inbox, 3 unread`.
pub(crate) const NUMBER_UNREAD: &str = " unread";
/// Beside the heading of a group: `3 unread`.
pub(crate) fn unread(count: &str) -> String {
    [count, NUMBER_UNREAD].concat()
}

/// What a screen reader says before the title of an item.
pub(crate) const UNREAD: &str = "Unread: ";
pub(crate) const MARK_AS_READ: &str = "Mark as read";
pub(crate) const MARK_AS_UNREAD: &str = "Mark as unread";
/// Announced by a screen reader, as are the next.
pub(crate) const MARKED_AS_READ: &str = "Marked as read.";
pub(crate) const MARKED_AS_UNREAD: &str = "Marked as unread.";

/// The title of a prompt without a text.
pub(crate) const PROMPT_WITHOUT_A_JOB: &str = "Prompt without a job";

/// The state of an item: Docket stopped polling the job after errors.
pub(crate) const SUSPENDED: &str = "Suspended";
/// The state of an item: a person stopped polling.
pub(crate) const STOPPED: &str = "Stopped";
/// The state of an item: the job takes unusually long.
pub(crate) const RUNNING_LONG: &str = "Running long";

/// Why an item is in the inbox, and what comes next: for people with `may_change`, what they can do about it.
pub(crate) fn sentences(item: &InboxItem, may_change: bool) -> (String, &'static str) {
    let (why, next) = for_operator(item);
    let next = match &item.reason {
        _ if may_change => next,
        InboxReason::OutcomeUnknown { .. } | InboxReason::Rejected { .. } | InboxReason::Failed => {
            "It is waiting for an operator."
        }
        InboxReason::Ended if item.pr_link.is_none() && !next.is_empty() => "View it in the service.",
        InboxReason::PollingSuspended { .. } | InboxReason::PollingStopped { .. } => {
            "Its status may be out of date until an operator resumes polling."
        }
        InboxReason::Ended if item.pr_link.is_some() && !next.is_empty() => {
            "Its pull request is ready for review."
        }
        _ => next,
    };
    (why, next)
}

fn for_operator(item: &InboxItem) -> (String, &'static str) {
    match &item.reason {
        InboxReason::OutcomeUnknown { .. } => (
            "The service may or may not have acted on a prompt.".to_owned(),
            "Match it to its job, send it again, or discard it.",
        ),
        InboxReason::Rejected { reason } => {
            let what = if is_service_rejection(reason.code) { "rejected" } else { "not sent" };
            (
                format!("A prompt was {what}: {}", reason.error),
                "Send it again, edit it as a new prompt, or discard it.",
            )
        }
        InboxReason::Failed => {
            ("The job failed.".to_owned(), "Check its history, send a follow-up, or run it again.")
        }
        InboxReason::PollingSuspended { reason } => (
            format!("Polling of this job is suspended: {}", reason.error),
            "Resume polling when the cause is fixed.",
        ),
        InboxReason::PollingStopped { by } => {
            let by = by.as_ref().map(|by| timeline::by(&by.0)).unwrap_or_default();
            (timeline::polling_stopped(&by), "Resume polling to see how the job ends.")
        }
        InboxReason::RunningLong => {
            (timeline::RUNNING_LONG.to_owned(), "It may still finish: Docket keeps polling it.")
        }
        InboxReason::Ended if item.status == Some(JobStatus::Archived) => {
            ("The job was archived.".to_owned(), "")
        }
        InboxReason::Ended if item.pr_link.is_some() => {
            ("The job finished.".to_owned(), "Review the pull request.")
        }
        InboxReason::Ended => (
            "The job finished without a pull request.".to_owned(),
            "View it in the service, or send a follow-up.",
        ),
        InboxReason::Running { last_error: Some(reason), .. } => (
            format!("The last poll failed: {}", reason.error),
            "Docket keeps trying. The job itself may be fine.",
        ),
        InboxReason::Running { .. } if matches!(item.status, Some(JobStatus::Other(_))) => {
            (next_step::UNKNOWN_STATUS.to_owned(), "")
        }
        InboxReason::Running { .. } => {
            ("The agent is working.".to_owned(), "Docket polls the job until it ends.")
        }
    }
}

pub(crate) const NOTIFY_ME: &str = "Notify me in this browser";
/// Before the button that turns them off.
pub(crate) const NOTIFIES_YOU: &str = "This browser notifies you while the page is hidden. ";
pub(crate) const TURN_OFF_NOTIFICATIONS: &str = "Turn off notifications";
pub(crate) const NOTIFICATIONS_BLOCKED: &str = "This browser blocks notifications from Docket. To allow them, open the site settings beside the address, \
     and reload this page.";

/// The title of a notification in place of several.
pub(crate) fn many_are_new(count: usize) -> String {
    format!("{count} jobs need you or have ended")
}

/// The text of a notification in place of several.
pub(crate) const OPEN_THE_INBOX: &str = "Open the inbox.";

#[cfg(test)]
mod tests {
    use super::*;

    fn item(status: &str, reason: serde_json::Value, pr_link: Option<&str>) -> InboxItem {
        serde_json::from_value(serde_json::json!({
            "subject": { "job": "j1" }, "title": "Update", "author": "ada", "status": status, "prLink": pr_link,
            "reason": reason, "at": "2026-01-01T00:00:00.000Z", "revision": 7, "read": false,
        }))
        .unwrap()
    }

    #[test]
    fn an_item_says_why_and_what_comes_next() {
        let kind = |kind: &str| serde_json::json!({ "kind": kind });
        let next = |item: InboxItem| sentences(&item, true).1;
        assert_eq!(
            next(item("completed", kind("ended"), Some("https://x/pull/1"))),
            "Review the pull request."
        );
        assert_eq!(
            next(item("completed", kind("ended"), None)),
            "View it in the service, or send a follow-up."
        );
        assert_eq!(next(item("archived", kind("ended"), None)), "");
        let stopped = serde_json::json!({ "kind": "polling_stopped", "by": "ada" });
        assert_eq!(sentences(&item("active", stopped, None), true).0, "Polling stopped by ada.");
        let last_error = serde_json::json!({ "code": "service_timeout", "error": "No answer." });
        let failing = serde_json::json!({ "kind": "running", "lastError": last_error });
        assert_eq!(sentences(&item("active", failing, None), true).0, "The last poll failed: No answer.");
    }

    #[test]
    fn people_without_the_right_are_not_asked_to_act() {
        let reason = serde_json::json!({ "code": "service_rejected", "error": "No." });
        for kind in ["failed", "ended", "outcome_unknown", "rejected", "polling_suspended", "polling_stopped"]
        {
            let item = item("failed", serde_json::json!({ "kind": kind, "reason": reason }), None);
            let next = sentences(&item, false).1;
            for act in ["send", "Match", "Edit", "Resume"] {
                assert!(!next.contains(act), "{kind}: {next}");
            }
        }
    }
}
