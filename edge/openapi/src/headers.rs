//! Headers of responses.

use docket_wire::{POLLING_HEADER, REPLAYED_HEADER, RETRY_AFTER_HEADER, STALE_HEADER, TABLE_HEADER};
use serde_json::{Map, Value, json};

/// The headers of a response that names the budgets of its route.
pub(crate) const BUDGET_HEADERS: [&str; 2] = ["RateLimit-Policy", "RateLimit"];

/// Name, description and schema of each header.
fn table() -> Vec<(&'static str, &'static str, Value)> {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer", "minimum": 0 });
    vec![
        ("Age", "Seconds since the service's response.", number()),
        ("Content-Disposition", "The name of the file.", text()),
        (
            POLLING_HEADER,
            "Whether Docket polls the job.",
            json!({ "enum": ["scheduled", "ended", "stopped", "suspended"] }),
        ),
        (
            "Docket-Request-Id",
            "Id of the request, as in the logs.",
            json!({ "type": "string", "pattern": "^req_[0-9a-f]{24}$" }),
        ),
        (STALE_HEADER, "`1`: the data is out of date.", json!({ "type": "string", "const": "1" })),
        (TABLE_HEADER, "Id of the table in the file, with which the export can be resumed.", number()),
        ("ETag", "Identifies the response, for `If-None-Match`.", text()),
        (
            REPLAYED_HEADER,
            "`true`: the response to an earlier request with the same key.",
            json!({ "type": "string", "const": "true" }),
        ),
        (
            "RateLimit",
            "What is left of the budgets that the route spends. An error has it if the request reached the object with the budgets.",
            text(),
        ),
        (
            "RateLimit-Policy",
            "The budgets that the route spends. In the same responses as `RateLimit`.",
            text(),
        ),
        (RETRY_AFTER_HEADER, "Seconds to wait, if they are known.", number()),
        ("Set-Cookie", "Sets, renews or deletes the cookie of the session.", text()),
        ("Upgrade", "What the route needs.", json!({ "type": "string", "const": "websocket" })),
        ("WWW-Authenticate", "How programs authenticate.", text()),
    ]
}

/// The headers of the document's components.
pub(crate) fn all() -> Map<String, Value> {
    let row = |(name, text, schema): (&'static str, &str, Value)| {
        let is_required = name == "Docket-Request-Id";
        (name.to_owned(), json!({ "description": text, "required": is_required, "schema": schema }))
    };
    table().into_iter().map(row).collect()
}
