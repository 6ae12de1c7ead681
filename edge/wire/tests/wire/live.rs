use docket_wire::*;
use serde_json::{Value, json};

use crate::jobs::{entry, entry_json};
use crate::pin;

/// Both ways of reading a frame return the same message.
fn pin_live(message: &LiveMessage, expected: Value) {
    assert_eq!(&LiveMessage::from_json(&expected.to_string()).unwrap(), message);
    pin(message, expected);
}

#[test]
fn live_messages() {
    pin_live(
        &LiveMessage::Snapshot(Snapshot {
            revision: 2,
            jobs: vec![entry()],
            submissions: vec![],
            has_more: false,
        }),
        json!({"type": "snapshot", "revision": 2, "jobs": [entry_json()], "submissions": [], "hasMore": false}),
    );
    pin_live(
        &LiveMessage::Changes { since: 1, revision: 2, events: vec![], jobs: vec![], submissions: vec![] },
        json!({"type": "changes", "since": 1, "revision": 2, "events": [], "jobs": [], "submissions": []}),
    );
    pin_live(
        &LiveMessage::Checked { job: "j".parse().unwrap(), checked_at: UnixMs(1), next_at: Some(UnixMs(2)) },
        json!({"type": "checked", "job": "j", "checkedAt": 1, "nextAt": 2}),
    );
    for broken in ["pong", "{}", r#"{"type":"other"}"#, r#"{"type":"changes","since":1}"#] {
        assert!(LiveMessage::from_json(broken).is_err(), "{broken}");
    }
}
