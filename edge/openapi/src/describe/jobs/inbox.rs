//! The inbox of a person.

use docket_wire::{Inbox, InboxPatch};
use serde_json::{Value, json};

use crate::describe::description::{Description, Success};
use crate::describe::examples::JOB;
use crate::describe::parameter::query;

const INBOX: &str = "Inbox";

pub(super) fn read() -> Description {
    let schema =
        json!({ "type": "integer", "minimum": 0, "maximum": Inbox::LIMIT_MAX, "default": Inbox::LIMIT_MAX });
    Description::new(INBOX, "Read one's own inbox")
        .text(
            "What needs a decision, what has ended, and what is running, each item marked as read or unread.",
        )
        .takes([query("limit", "Items of each group. With 0, the response has only the count of unread items, and `hasMore` says whether the group has one of them.", schema)])
        .responds(Success::json::<Inbox>("200", "The inbox.", inbox(&[item(false)])))
}

pub(super) fn mark() -> Description {
    Description::new(INBOX, "Store what one has read")
        .text("Marks everything up to a revision, then single items. What happens after a revision stays unread.")
        .body::<InboxPatch>(json!({
            "readUpTo": 4,
            "marks": [{ "subject": { "job": JOB }, "revision": 4, "read": false }],
        }))
        .responds(Success::json::<Inbox>("200", "The inbox without items.", inbox(&[])))
}

fn inbox(ended: &[Value]) -> Value {
    let none = json!({ "items": [], "hasMore": false });
    json!({
        "revision": 4,
        "unread": 1,
        "needsYou": none,
        "ended": { "items": ended, "hasMore": ended.is_empty() },
        "running": none,
    })
}

fn item(read: bool) -> Value {
    json!({
        "subject": { "job": JOB },
        "title": "Add a page about rate limits",
        "author": "token:ci",
        "status": "completed",
        "prLink": "https://code.example/acme/docs/pull/17",
        "reason": { "kind": "ended" },
        "at": "2026-01-31T09:32:40.480Z",
        "revision": 4,
        "read": read,
    })
}
