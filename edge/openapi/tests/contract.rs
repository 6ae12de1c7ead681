//! What the tests of the Worker rely on: a response that the document does not have is an error.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use docket_openapi::{Contract, Exchange};
use serde_json::{Value, json};

const PROJECT: &str = r#"{"id":"a","name":"A","rights":["jobs:read"]}"#;

fn projects(more: &str) -> String {
    format!(r#"{{"projects":[{PROJECT}],"hasMore":false{more}}}"#)
}

fn problem(code: &str) -> String {
    json!({ "error": "No.", "code": code, "requestId": "req_1" }).to_string()
}

/// The error about a response with these headers, beside those of a regular one.
fn check(request: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Result<(), String> {
    let regular = [("Content-Type", "application/json"), ("Docket-Request-Id", "req_1")];
    let header = |name: &str| {
        let mut all = headers.iter().chain(&regular);
        let found =
            all.find(|(each, _)| each.eq_ignore_ascii_case(name)).map(|(_, value)| (*value).to_owned());
        found.filter(|value| !value.is_empty())
    };
    let (method, path) = request.split_once(' ').unwrap();
    Contract::new().check(&Exchange { method, path, status, header, body })
}

#[test]
fn a_described_response_is_accepted() {
    for (request, status, body) in [
        ("GET /api/projects", 200, projects("")),
        ("HEAD /api/projects", 200, String::new()),
        ("GET /api/projects", 401, problem("unauthenticated")),
        ("GET /api/session", 200, "null".to_owned()),
        ("POST /v2/agent/a/job", 201, r#"{"id":"j","status":"queued","priority":3}"#.to_owned()),
        ("POST /v2/agent/a/job", 418, problem("service_rejected")),
        ("GET /api/no-such-route", 200, "?".to_owned()),
    ] {
        assert_eq!(check(request, status, &[], &body), Ok(()), "{request}");
    }
    for status in [404, 429] {
        let code = if status == 404 { "unknown_job" } else { "budget_exhausted" };
        let headers = [("RateLimit", "\"polls\";r=0;t=1"), ("RateLimit-Policy", "\"polls\";q=1;w=3600")];
        assert_eq!(check("GET /v2/agent/a/job/j", status, &headers, &problem(code)), Ok(()));
    }
    let details = json!({
        "type": "urn:docket:problem:unauthenticated", "title": "Unauthenticated", "status": 401, "detail": "No.",
        "code": "unauthenticated", "requestId": "req_1",
    });
    let headers = [("Content-Type", "application/problem+json"), ("WWW-Authenticate", "Bearer")];
    assert_eq!(check("GET /api/projects", 401, &headers, &details.to_string()), Ok(()));
}

#[test]
fn any_other_response_is_an_error_that_says_why() {
    for (request, status, headers, body, error) in [
        ("GET /api/projects", 201, [("", "")], projects(""), "no response 201"),
        ("GET /api/projects", 200, [("", "")], projects(r#","total":1"#), "'total' was unexpected"),
        ("GET /api/projects", 200, [("", "")], r#"{"projects":[]}"#.to_owned(), "\"hasMore\" is a required"),
        ("GET /api/projects", 200, [("Docket-Request-Id", "")], projects(""), "the header Docket-Request-Id"),
        ("GET /api/projects", 200, [("Docket-Stale", "1")], projects(""), "the header Docket-Stale"),
        (
            "GET /api/projects",
            200,
            [("Content-Type", "text/html")],
            projects(""),
            "a body of type \"text/html\"",
        ),
        ("GET /api/projects", 401, [("", "")], problem("forbidden"), "\"forbidden\" is not"),
        ("HEAD /api/projects", 200, [("", "")], projects(""), "a body"),
        ("POST /v2/agent/a/job", 201, [("", "")], r#"{"id":"j"}"#.to_owned(), "\"status\" is a required"),
        (
            "GET /api/projects",
            401,
            [("RateLimit", "\"a\";r=1;t=1")],
            problem("unauthenticated"),
            "the header RateLimit",
        ),
        (
            "GET /v2/agent/a/job/j",
            401,
            [("RateLimit", "\"polls\";r=1;t=1")],
            problem("unauthenticated"),
            "the header RateLimit",
        ),
        ("POST /v2/agent/a/job", 301, [("", "")], String::new(), "no response 301"),
    ] {
        let found = check(request, status, &headers, &body).unwrap_err();
        assert!(found.contains(error), "{request} {status}: {found}");
    }
}

#[test]
fn a_live_message_has_the_members_of_its_type_only() {
    let contract = Contract::new();
    let check = |message: Value| contract.check_value("/components/schemas/LiveMessage", &message);
    let snapshot = |mut more: Value| {
        more["type"] = json!("snapshot");
        more["revision"] = json!(1);
        more["jobs"] = json!([]);
        more["submissions"] = json!([]);
        more
    };
    assert_eq!(check(snapshot(json!({ "hasMore": false }))), Ok(()));
    assert!(check(snapshot(json!({}))).is_err());
    assert!(check(snapshot(json!({ "hasMore": false, "events": [] }))).is_err());
    assert_eq!(check(json!({ "type": "pauses", "promptsUntil": null, "pollsUntil": null })), Ok(()));
    assert!(check(json!({ "type": "pauses", "promptsUntil": "tomorrow", "pollsUntil": null })).is_err());
}
