//! The words for an inbox.

use docket_wire::{InboxItem, InboxReason, InboxSubject, JobStatus};

use super::job::{self, Shape};

/// A number of unread items. The edge counts no further than a hundred of a group.
pub(crate) fn count(unread: u32) -> String {
    if unread > 99 { "99+".to_owned() } else { unread.to_string() }
}

/// The title of an item.
pub(crate) fn title(item: &InboxItem) -> String {
    match &item.subject {
        InboxSubject::Job(id) => job::title(item.title.as_deref(), id),
        InboxSubject::Submission(_) => {
            item.title.as_deref().and_then(job::first_line).unwrap_or("Prompt without a job").to_owned()
        }
    }
}

/// Why an item is in the inbox, and what comes next.
pub(crate) fn sentences(item: &InboxItem) -> (String, &'static str) {
    match &item.reason {
        InboxReason::OutcomeUnknown { .. } => (
            "The service may or may not have acted on a prompt.".to_owned(),
            "Match it to its job, send it again, or discard it.",
        ),
        InboxReason::Rejected { reason } => {
            (format!("A prompt was rejected: {}", reason.error), "Edit it as a new prompt, or discard it.")
        }
        InboxReason::Failed => {
            ("The job failed.".to_owned(), "Read what happened, and send a follow-up or run it again.")
        }
        InboxReason::PollingSuspended { reason } => (
            format!("Docket does not poll this job any more: {}", reason.error),
            "Resume polling when the cause is gone.",
        ),
        InboxReason::PollingStopped { by } => {
            let by = by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
            (format!("Polling stopped{by}."), "Resume polling to see how the job ends.")
        }
        InboxReason::Stale => {
            ("Running much longer than usual.".to_owned(), "It may still finish: Docket keeps polling it.")
        }
        InboxReason::Ended if item.status == Some(JobStatus::Archived) => {
            ("The job was archived.".to_owned(), "")
        }
        InboxReason::Ended if item.pr_link.is_some() => {
            ("The job finished.".to_owned(), "Review the pull request.")
        }
        InboxReason::Ended => {
            ("The job finished without a pull request.".to_owned(), "Read what the agent did.")
        }
        InboxReason::Running { .. } => {
            ("The agent is at work.".to_owned(), "Docket polls the job until it ends.")
        }
    }
}

/// The shape and word of an item's state.
pub(crate) fn state(item: &InboxItem) -> (Shape, String) {
    match (&item.reason, &item.status) {
        (InboxReason::OutcomeUnknown { .. }, _) => (Shape::Unknown, "Unknown".to_owned()),
        (InboxReason::Rejected { .. }, _) => (Shape::Rejected, "Rejected".to_owned()),
        (InboxReason::PollingSuspended { .. }, _) => (Shape::Unknown, "Suspended".to_owned()),
        (InboxReason::PollingStopped { .. }, _) => (Shape::Other, "Stopped".to_owned()),
        (InboxReason::Stale, _) => (Shape::Active, "Stale".to_owned()),
        (_, Some(status)) => job::status(status),
        (_, None) => (Shape::Sending, "Sending".to_owned()),
    }
}

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
    fn a_count_ends_at_a_hundred() {
        assert_eq!((count(3), count(99), count(100)), ("3".into(), "99".into(), "99+".into()));
    }

    #[test]
    fn an_item_says_why_and_what_comes_next() {
        let kind = |kind: &str| serde_json::json!({ "kind": kind });
        let next = |item: InboxItem| sentences(&item).1;
        assert_eq!(
            next(item("completed", kind("ended"), Some("https://x/pull/1"))),
            "Review the pull request."
        );
        assert_eq!(next(item("completed", kind("ended"), None)), "Read what the agent did.");
        assert_eq!(next(item("archived", kind("ended"), None)), "");
        let stopped = serde_json::json!({ "kind": "polling_stopped", "by": "ada" });
        assert_eq!(sentences(&item("active", stopped, None)).0, "Polling stopped by ada.");
        assert_eq!(state(&item("failed", kind("failed"), None)), (Shape::Failed, "Failed".into()));
    }
}
