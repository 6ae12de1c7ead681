//! The state of a project.

use docket_wire::ProjectStatus;
use serde_json::{Value, json};

use super::description::{Description, Success};

pub(super) fn read() -> Description {
    Description::new("Projects", "Report key, budgets, latest calls and storage of a project")
        .text("An object that cannot work is `unavailable`, and the rest is there. `analytics` needs `visitors:read`.")
        .responds(Success::json::<ProjectStatus>("200", "The state of the project.", status()))
}

fn status() -> Value {
    let calls = json!({ "succeededAt": "2026-01-31T09:30:00.000Z", "failure": null });
    json!({
        "key": { "setting": "DOCKET_ADMIN_KEY", "kind": "admin" },
        "jobs": { "available": {
            "prompts": { "limit": 100, "remaining": 97, "resetS": 1260 },
            "polls": { "limit": 3600, "remaining": 3411, "resetS": 4 },
            "durations": { "learnedFrom": 41, "medianMs": 152_000, "nineOfTenMs": 611_000, "typicalMs": 150_000 },
            "calls": calls,
            "storage": { "bytes": 184_320, "schema": 9 },
        } },
        "analytics": { "available": {
            "requests": { "limit": 100, "remaining": 88, "resetS": 340 },
            "configuredLimit": 100,
            "calls": calls,
            "storage": { "bytes": 1_253_376, "schema": 4 },
        } },
    })
}
