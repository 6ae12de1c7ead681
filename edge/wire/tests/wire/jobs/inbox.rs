//! The inbox.

use docket_wire::*;
use serde_json::json;

use crate::{pin, pin_every_variant};

fn item() -> InboxItem {
    InboxItem {
        subject: InboxSubject::Job("j1".parse().unwrap()),
        title: Some("Update".into()),
        author: Some(CallerName("ada".into())),
        status: Some(JobStatus::Completed),
        pr_link: None,
        reason: InboxReason::Ended,
        at: UnixMs(5),
        revision: 7,
        read: true,
    }
}

#[test]
fn an_inbox_and_what_is_read_of_it() {
    let item_json = json!({
        "subject": {"job": "j1"}, "title": "Update", "author": "ada", "status": "completed", "prLink": null,
        "reason": {"kind": "ended"}, "at": "1970-01-01T00:00:00.005Z", "revision": 7, "read": true,
    });
    pin(
        &Inbox {
            revision: 9,
            unread: 2,
            needs_you: InboxGroup::default(),
            ended: InboxGroup { items: vec![item()], has_more: true },
            running: InboxGroup::default(),
        },
        json!({
            "revision": 9, "unread": 2, "needsYou": {"items": [], "hasMore": false},
            "ended": {"items": [item_json], "hasMore": true}, "running": {"items": [], "hasMore": false},
        }),
    );
    pin(&InboxPatch::default(), json!({}));
    let subject = InboxSubject::Submission("sub_1".parse().unwrap());
    pin(
        &InboxPatch { read_up_to: Some(9), marks: vec![InboxMark { subject, revision: 8, read: false }] },
        json!({"readUpTo": 9, "marks": [{"subject": {"submission": "sub_1"}, "revision": 8, "read": false}]}),
    );
}

#[test]
fn every_reason() {
    let reason = || ErrorReason { code: ProblemCode::OutcomeUnknown, error: "No response.".into() };
    let reason_json = json!({"code": "outcome_unknown", "error": "No response."});
    pin_every_variant(
        "kind",
        &[
            (
                InboxReason::OutcomeUnknown { reason: reason() },
                json!({"kind": "outcome_unknown", "reason": reason_json}),
            ),
            (InboxReason::Rejected { reason: reason() }, json!({"kind": "rejected", "reason": reason_json})),
            (InboxReason::Failed, json!({"kind": "failed"})),
            (
                InboxReason::PollingSuspended { reason: reason() },
                json!({"kind": "polling_suspended", "reason": reason_json}),
            ),
            (
                InboxReason::PollingStopped { by: Some(CallerName("ada".into())) },
                json!({"kind": "polling_stopped", "by": "ada"}),
            ),
            (InboxReason::RunningLong, json!({"kind": "running_long"})),
            (InboxReason::Ended, json!({"kind": "ended"})),
            (
                InboxReason::Running { next_at: Some(UnixMs(5)), last_error: None },
                json!({"kind": "running", "nextAt": "1970-01-01T00:00:00.005Z", "lastError": null}),
            ),
            (
                InboxReason::Running { next_at: None, last_error: Some(reason()) },
                json!({"kind": "running", "nextAt": null, "lastError": reason_json}),
            ),
        ],
    );
}

#[test]
fn the_limit_is_checked() {
    let limit = |value: &str| InboxQuery::from_pairs([("limit", value)]).map(|query| query.limit);
    assert_eq!((limit("0"), limit("100"), limit("")), (Ok(0), Ok(100), Ok(100)));
    for wrong in ["101", "-1", "x", "1.5"] {
        assert_eq!(limit(wrong).unwrap_err().to_string(), "limit must be a whole number from 0 to 100");
    }
}
