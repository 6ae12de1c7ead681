//! The reference for people, made of the document.

mod json;
mod operation;
mod routes;
mod schema;

use docket_core::http::route::ROUTES;
use serde_json::Value;

pub use routes::needs;

const HEAD: &str = "# API reference

<!-- `cargo xtask docs` writes this file. -->

Every operation, with what it takes and what it responds with. [api.md](api.md) is the guide: it explains authentication,
idempotency, freshness, budgets and errors. A deployment serves the same as an OpenAPI 3.1 document, to everybody, at
`/api/openapi.json`.

A right like `jobs:read` is one of a token or of a person, and a *session* is that of a person, also of Cloudflare Access. What changes
something also needs the header `X-Docket: 1` and Docket's own `Origin` from a person. Every response has `Docket-Request-Id`.
";

/// The reference, in Markdown.
#[must_use]
pub fn reference(document: &Value) -> String {
    let mut text = HEAD.to_owned();
    routes::write(&mut text, document);
    for tag in document["tags"].as_array().into_iter().flatten() {
        let name = tag["name"].as_str().unwrap_or_default();
        text.push_str(&format!("\n## {name}\n"));
        for row in ROUTES {
            let operation = &document["paths"][row.pattern][row.method.as_str().to_lowercase()];
            if operation["tags"][0] == tag["name"] {
                operation::write(&mut text, row, operation, document);
            }
        }
    }
    text.push_str("\n## Types\n");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        schema::write(&mut text, name, schema);
    }
    text
}
