//! Jobs and submissions in examples.

use docket_wire::JobEntry;
use serde_json::{Value, json};

pub(super) const JOB: &str = "0199c2a4-5b6d-7e8f-9a0b-1c2d3e4f5a6b";
pub(super) const SUBMISSION: &str = "sub_0f1e2d3c4b5a69788796a5b4";
pub(super) const TEMPLATE: &str = "tpl_0f1e2d3c4b5a69788796a5b4";

pub(super) fn service_job() -> Value {
    json!({
        "id": JOB,
        "status": "completed",
        "source": { "repository": "https://code.example/acme/docs", "ref": "main" },
        "model": "writer-2",
        "prLink": "https://code.example/acme/docs/pull/17",
        "createdAt": "2026-01-31T09:30:00.000Z",
    })
}

pub(super) fn entry() -> Value {
    JobEntry::EXAMPLE.parse().unwrap_or_default()
}

pub(super) fn snapshot() -> Value {
    json!({ "revision": 4, "jobs": [entry()], "submissions": [], "hasMore": false })
}

fn event() -> Value {
    json!({
        "revision": 4,
        "at": "2026-01-31T09:32:40.480Z",
        "job": JOB,
        "submission": null,
        "author": null,
        "what": { "kind": "status_changed", "from": "active", "to": "completed" },
    })
}

pub(super) fn detail() -> Value {
    json!({
        "revision": 4,
        "job": entry(),
        "submissions": [submission("accepted")],
        "events": [event()],
        "hasMore": true,
        "durations": durations(),
    })
}

pub(super) fn durations() -> Value {
    json!({ "learnedFrom": 41, "medianMs": 152_000, "nineOfTenMs": 611_000, "typicalMs": 150_000 })
}

pub(super) fn changes() -> Value {
    json!({
        "type": "changes", "since": 3, "revision": 4, "events": [event()], "jobs": [entry()], "submissions": [],
    })
}

pub(super) fn submission(state: &str) -> Value {
    json!({
        "id": SUBMISSION,
        "kind": "follow_up",
        "job": JOB,
        "title": "Add an example, too",
        "prompt": "Add an example, too",
        "author": "ada",
        "submittedAt": "2026-01-31T09:33:00.000Z",
        "state": state,
        "revision": 5,
    })
}
