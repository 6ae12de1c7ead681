use docket_wire::*;
use serde_json::json;

use super::{entry, entry_json};
use crate::pin_every_variant;

#[test]
fn live_messages() {
    let examples = [
        (
            LiveMessage::Snapshot(Snapshot {
                revision: 2,
                jobs: vec![entry()],
                submissions: vec![],
                has_more: false,
            }),
            json!({"type": "snapshot", "revision": 2, "jobs": [entry_json()], "submissions": [], "hasMore": false}),
        ),
        (
            LiveMessage::Changes { since: 1, revision: 2, events: vec![], jobs: vec![], submissions: vec![] },
            json!({"type": "changes", "since": 1, "revision": 2, "events": [], "jobs": [], "submissions": []}),
        ),
        (
            LiveMessage::Checked {
                job: "j".parse().unwrap(),
                checked_at: UnixMs(1),
                next_at: Some(UnixMs(2)),
                last_error: None,
            },
            json!({"type": "checked", "job": "j", "checkedAt": "1970-01-01T00:00:00.001Z", "nextAt": "1970-01-01T00:00:00.002Z"}),
        ),
        (
            LiveMessage::Checked {
                job: "j".parse().unwrap(),
                checked_at: UnixMs(1),
                next_at: None,
                last_error: Some(ErrorReason { code: ProblemCode::ServiceUnreachable, error: "No.".into() }),
            },
            json!({
                "type": "checked", "job": "j", "checkedAt": "1970-01-01T00:00:00.001Z", "nextAt": null,
                "lastError": {"code": "service_unreachable", "error": "No."},
            }),
        ),
        (
            LiveMessage::Pauses(JobPauses { prompts_until: Some(UnixMs(1)), polls_until: None }),
            json!({"type": "pauses", "promptsUntil": "1970-01-01T00:00:00.001Z", "pollsUntil": null}),
        ),
        (LiveMessage::Inbox { unread: 2 }, json!({"type": "inbox", "unread": 2})),
    ];
    pin_every_variant("type", &examples);
    // Both ways of reading a frame return the same message.
    for (message, frame) in examples {
        assert_eq!(LiveMessage::from_json(&frame.to_string()).unwrap(), message);
    }
    for broken in ["pong", "{}", r#"{"type":"other"}"#, r#"{"type":"changes","since":1}"#] {
        assert!(LiveMessage::from_json(broken).is_err(), "{broken}");
    }
}
