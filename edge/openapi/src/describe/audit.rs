//! The audit log, of a project and of what belongs to none.

use docket_wire::ProblemCode::{InvalidRequest, NewerSchema};
use docket_wire::{AuditAction, AuditPage, AuditQuery};
use serde_json::{Value, json};

use super::description::{Content, Description, Success};
use super::parameter::{limit, number, query, word};

/// The description of a route that reads a log.
pub(super) fn read(summary: &'static str, text: &'static str, example: &Value) -> Description {
    let actions: Vec<_> = AuditAction::ALL.iter().map(|action| action.as_str()).collect();
    let moment = || json!({ "type": "string", "maxLength": 40 });
    Description::new("Audit", summary)
        .text(text)
        .takes([
            query("author", "Only entries of this person or program.", json!({ "type": "string" })),
            word("action", "Entries of this action.", &actions),
            word("refused", "Only refused actions, or only those that were done.", &["true", "false"]),
            query("atSince", "Only entries from this day or time on.", moment()).example("2026-01-01"),
            query("atUntil", "Only entries before this day or time.", moment()),
            number("before", "Only entries before the one with this id."),
            limit("Entries per page.", AuditQuery::LIMIT_MAX, AuditQuery::LIMIT),
            word("format", "`ndjson` responds with a file of all matching entries.", &["json", "ndjson"]),
        ])
        .responds(
            Success::json::<AuditPage>("200", "The entries, newest first.", page(example))
                .with(Content::text("application/x-ndjson", &format!("{example}\n")))
                .headers(&["Content-Disposition"]),
        )
        .fails(&[InvalidRequest, NewerSchema])
}

fn page(entry: &Value) -> Value {
    json!({ "entries": [entry], "hasMore": false })
}

/// An entry of a project.
pub(super) fn of_project() -> Value {
    json!({
        "id": 1_769_851_800_000_000_u64,
        "at": "2026-01-31T09:30:00.000Z",
        "author": "token:ci",
        "credential": "token",
        "action": "patch_job",
        "target": { "kind": "job", "id": "job_8f14e45f" },
        "refused": null,
        "address": "203.0.113.9",
        "country": "DE",
        "requestId": "req_0123456789abcdef",
    })
}

/// An entry of what belongs to no project.
pub(super) fn of_auth() -> Value {
    json!({
        "id": 1_769_851_800_000_000_u64,
        "at": "2026-01-31T09:30:00.000Z",
        "author": "ada",
        "credential": "passphrase",
        "action": "sign_in",
        "target": null,
        "refused": "wrong_passphrase",
        "address": "203.0.113.9",
        "country": "DE",
        "requestId": "req_0123456789abcdef",
    })
}
