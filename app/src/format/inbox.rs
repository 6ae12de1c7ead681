//! The titles and states of the items of an inbox, and their number.

use docket_wire::{InboxItem, InboxReason, InboxSubject};

use super::job::{self, Shape};
use crate::texts::{inbox as texts, jobs::state as states};

/// A number of unread items. The edge counts no further than a hundred of a group.
pub(crate) fn count(unread: u32) -> String {
    if unread > 99 { "99+".to_owned() } else { unread.to_string() }
}

pub(crate) fn title(item: &InboxItem) -> String {
    match &item.subject {
        InboxSubject::Job(id) => job::title(item.title.as_deref(), id),
        InboxSubject::Submission(_) => {
            item.title.as_deref().and_then(job::first_line).unwrap_or(texts::PROMPT_WITHOUT_A_JOB).to_owned()
        }
    }
}

/// The shape and word of an item's state.
pub(crate) fn state(item: &InboxItem) -> (Shape, String) {
    match (&item.reason, &item.status) {
        (InboxReason::OutcomeUnknown { .. }, _) => (Shape::Unknown, states::UNKNOWN.to_owned()),
        (InboxReason::Rejected { reason }, _) => (Shape::Rejected, states::rejected(reason.code).to_owned()),
        (InboxReason::PollingSuspended { .. }, _) => (Shape::Unknown, texts::SUSPENDED.to_owned()),
        (InboxReason::PollingStopped { .. }, _) => (Shape::Other, texts::STOPPED.to_owned()),
        (InboxReason::RunningLong, _) => (Shape::Active, texts::RUNNING_LONG.to_owned()),
        (_, Some(status)) => job::status(status),
        (_, None) => (Shape::Sending, states::SENDING.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(status: &str, reason: serde_json::Value) -> InboxItem {
        serde_json::from_value(serde_json::json!({
            "subject": { "job": "j1" }, "title": "Update", "author": "ada", "status": status,
            "reason": reason, "at": "2026-01-01T00:00:00.000Z", "revision": 7, "read": false,
        }))
        .unwrap()
    }

    #[test]
    fn a_count_ends_at_a_hundred() {
        assert_eq!((count(3), count(99), count(100)), ("3".into(), "99".into(), "99+".into()));
    }

    #[test]
    fn every_reason_has_a_state_and_says_why_and_what_an_operator_can_do() {
        let kind = |kind: &str| serde_json::json!({ "kind": kind });
        let because = |kind: &str| {
            let reason = serde_json::json!({ "code": "service_rejected", "error": "Out of paper." });
            serde_json::json!({ "kind": kind, "reason": reason })
        };
        let cases = [
            ("active", because("outcome_unknown"), Shape::Unknown, "may or may not have acted", "Match it"),
            ("active", because("rejected"), Shape::Rejected, "rejected: Out of paper.", "edit it"),
            ("failed", kind("failed"), Shape::Failed, "failed", "send a follow-up"),
            ("active", because("polling_suspended"), Shape::Unknown, "is suspended", "Resume polling"),
            ("active", kind("polling_stopped"), Shape::Other, "stopped", "Resume polling"),
            ("active", kind("running_long"), Shape::Active, "long", "may still finish"),
            ("completed", kind("ended"), Shape::Completed, "without a pull request", "in the service"),
            ("archived", kind("ended"), Shape::Archived, "archived", ""),
            ("active", kind("running"), Shape::Active, "is working", "until it ends"),
        ];
        for (status, reason, shape, why, next) in cases {
            let item = item(status, reason);
            assert_eq!(state(&item).0, shape, "{item:?}");
            let (says_why, says_next) = texts::sentences(&item, true);
            assert!(says_why.contains(why) && says_next.contains(next), "{says_why} {says_next}");
            let (same, for_viewer) = texts::sentences(&item, false);
            assert_eq!(same, says_why);
            for only_operators in ["Match", "Edit", "send", "discard", "Resume", "run it again"] {
                assert!(!for_viewer.contains(only_operators), "{for_viewer}");
            }
        }
    }
}
