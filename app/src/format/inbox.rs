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
        (InboxReason::Rejected { .. }, _) => (Shape::Rejected, states::REJECTED.to_owned()),
        (InboxReason::PollingSuspended { .. }, _) => (Shape::Unknown, texts::SUSPENDED.to_owned()),
        (InboxReason::PollingStopped { .. }, _) => (Shape::Other, texts::STOPPED.to_owned()),
        (InboxReason::Stale, _) => (Shape::Active, texts::STALE.to_owned()),
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
    fn an_ended_item_has_the_state_of_its_job() {
        let failed = serde_json::json!({ "kind": "failed" });
        assert_eq!(state(&item("failed", failed)), (Shape::Failed, "Failed".into()));
    }
}
