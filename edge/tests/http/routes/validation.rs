//! Requests that Docket refuses without a call to the service.

use docket_sim::ServiceOperation;
use futures_util::stream;
use reqwest::{Body, Method, RequestBuilder};
use serde_json::json;

use crate::harness::{PROJECT, Program, World, answer, run, shared};

fn post(world: &World, path: &str) -> RequestBuilder {
    world.program(Program::Everything, Method::POST, &format!("/v2/agent/{PROJECT}/job{path}"))
}

fn both(world: &World) -> [RequestBuilder; 2] {
    [post(world, ""), post(world, "/some-job/message")]
}

#[test]
fn a_body_must_be_json_with_a_prompt() {
    run(async {
        let world = shared().await;
        let cases: [(&str, String, u16, &str, Option<&str>); 16] = [
            ("text/plain", r#"{"prompt":"x"}"#.into(), 415, "unsupported_media_type", Some("Content-Type")),
            (
                "application/jsonp",
                r#"{"prompt":"x"}"#.into(),
                415,
                "unsupported_media_type",
                Some("Content-Type"),
            ),
            ("multipart/form-data", "prompt=x".into(), 415, "unsupported_media_type", Some("Content-Type")),
            ("application/json", String::new(), 400, "invalid_request", Some("body")),
            ("application/json", "{".into(), 400, "invalid_request", Some("body")),
            ("application/json", "not json".into(), 400, "invalid_request", Some("body")),
            ("application/json", "[]".into(), 400, "invalid_request", Some("prompt")),
            // An array is no object, even if its first element is a prompt.
            ("application/json", r#"["text"]"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", "{}".into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":null}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":["x"]}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":""}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":" \n\t "}"#.into(), 400, "invalid_request", Some("prompt")),
            (
                "application/json",
                "{\"prompt\":\"\u{200b}\u{feff}\"}".into(),
                400,
                "invalid_request",
                Some("prompt"),
            ),
            (
                "Application/JSON; charset=utf-8",
                json!({ "prompt": "x".repeat(100_001) }).to_string(),
                400,
                "invalid_request",
                Some("prompt"),
            ),
            (
                "application/json",
                json!({ "prompt": "x".repeat(700_000) }).to_string(),
                413,
                "body_too_large",
                None,
            ),
        ];
        for (content_type, body, status, code, field) in cases {
            for request in both(world) {
                let answer = answer(request.header("Content-Type", content_type).body(body.clone())).await;
                answer.is_problem(status, code);
                assert_eq!(answer.problem().field.as_deref(), field, "{answer:?}");
            }
        }
        let untyped = answer(post(world, "").body(r#"{"prompt":"x"}"#)).await;
        untyped.is_problem(415, "unsupported_media_type");
    });
}

#[test]
fn a_long_body_without_a_length_is_refused() {
    run(async {
        let world = shared().await;
        for request in both(world) {
            let chunks = (0..60).map(|_| Ok::<_, std::io::Error>(vec![b' '; 16 * 1024]));
            let body = Body::wrap_stream(stream::iter(chunks));
            let answer = answer(request.header("Content-Type", "application/json").body(body)).await;
            answer.is_problem(413, "body_too_large");
        }
    });
}

#[test]
fn a_refusal_reaches_a_client_that_sends_ten_megabytes() {
    run(async {
        let world = shared().await;
        let long = json!({ "prompt": "x".repeat(10_000_000) }).to_string();
        let json =
            |request: RequestBuilder| request.header("Content-Type", "application/json").body(long.clone());
        for request in both(world) {
            answer(json(request)).await.is_problem(413, "body_too_large");
        }
        let create = format!("/v2/agent/{PROJECT}/job");
        answer(json(world.request(Method::POST, &create))).await.is_problem(401, "unauthenticated");
        answer(json(world.request(Method::POST, "/api/x"))).await.is_problem(404, "unknown_route");
    });
}

#[test]
fn a_compressed_body_is_refused() {
    run(async {
        let world = shared().await;
        for request in both(world) {
            let request =
                request.header("Content-Type", "application/json").header("Content-Encoding", "gzip");
            let answer = answer(request.body(&b"\x1f\x8b\x08\0"[..])).await;
            answer.is_problem(415, "unsupported_media_type");
            assert_eq!(answer.problem().field.as_deref(), Some("Content-Encoding"));
        }
    });
}

#[test]
fn an_edit_of_a_prompt_ignores_the_headers_of_a_new_one() {
    run(async {
        let world = shared().await;
        let path = format!("/api/projects/{PROJECT}/submissions/unknown");
        let request =
            world.program(Program::Everything, Method::PATCH, &path).json(&json!({ "prompt": "x" }));
        let request = request.header("Idempotency-Key", "a,b").header("Docket-Confirm", "2");
        answer(request).await.is_problem(404, "unknown_submission");
    });
}

#[test]
fn a_bad_label_is_named() {
    run(async {
        let world = shared().await;
        let path = format!("/api/projects/{PROJECT}/jobs/some-job");
        for (body, error) in [
            (
                json!({ "labels": ["ok", "a,b"] }),
                "labels is invalid: a label must have 1 to 40 characters, without",
            ),
            (json!({ "labels": [""] }), "labels is invalid: a label must have 1 to 40 characters, without"),
            (json!({ "labels": vec!["x"; 21] }), "labels must not have more than 20 entries."),
            (json!([null, null, ["x"]]), "The body must be {"),
        ] {
            let request = world.program(Program::JobsWrite, Method::PATCH, &path).json(&body);
            let answer = answer(request).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some("labels"));
            assert!(answer.problem().error.starts_with(error), "{answer:?}");
        }
    });
}

#[test]
fn a_member_that_is_unknown_or_of_a_wrong_type_is_named() {
    run(async {
        let world = shared().await;
        let token = json!({ "id": "x", "rights": ["jobs:read"], "projects": "all" });
        let with = |name: &str, value: serde_json::Value| {
            let mut token = token.clone();
            token[name] = value;
            token
        };
        for (method, path, body, field) in [
            (Method::POST, "/api/tokens", with("expiresInDay", json!(1)), "expiresInDay"),
            (Method::POST, "/api/tokens", with("expiresInDays", json!(1.5)), "expiresInDays"),
            (Method::POST, "/api/tokens", with("rights", json!(["nope"])), "rights"),
            (Method::POST, "/api/tokens", with("projects", json!("some")), "projects"),
            (
                Method::POST,
                "/api/tokens",
                json!({ "id": "x", "rights": ["backup:read"], "projects": [PROJECT] }),
                "projects",
            ),
            (Method::POST, "/api/session", json!({ "name": 5, "passphrase": "x" }), "name"),
            (Method::POST, "jobs", json!({ "job": "x", "hidden": true }), "hidden"),
            (Method::PATCH, "jobs/x", json!({ "polling": "yes" }), "polling"),
            (Method::POST, "jobs/x/follow-ups", json!({ "prompt": "x", "when": "later" }), "when"),
            (Method::PATCH, "inbox", json!({ "readUpTo": "5" }), "readUpTo"),
            (Method::POST, "templates", json!({ "name": 5, "text": "x" }), "name"),
            (Method::PUT, "notes/2024-05-02", json!({ "text": "a", "replace": "b" }), "replace"),
            (Method::POST, "visitors/backfill", json!({ "kind": "days", "zone": 5 }), "zone"),
        ] {
            let own = format!("/api/projects/{PROJECT}/{path}");
            let path = if path.starts_with('/') { path } else { &own };
            let answer = answer(world.ada(method, path).await.json(&body)).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some(field), "{path}: {answer:?}");
        }
    });
}

#[test]
fn a_query_of_a_route_of_dockets_own_is_checked() {
    run(async {
        let world = shared().await;
        let span = "from=2026-10-01&to=2026-10-02";
        for (path, field) in [
            ("jobs?limit=", "limit"),
            ("jobs?limit=%2B5", "limit"),
            ("jobs?limit=5&limit=5", "limit"),
            ("jobs?hidden=1", "hidden"),
            ("jobs?colour=red", "colour"),
            ("jobs?addedSince=1767225600000", "addedSince"),
            ("submissions?x=1", "x"),
            (&format!("visitors/rows?{span}&offset=%2B1"), "offset"),
            (&format!("visitors/rows?{span}&order=asc"), "order"),
            (&format!("visitors/rows?{span}&from=2026-10-01"), "from"),
            (&format!("visitors/summary?{span}&limit=5"), "limit"),
            (&format!("visitors/page-trend?{span}"), "path"),
            (&format!("visitors/page-trend?{span}&path="), "path"),
            (&format!("visitors/page-trend?{span}&path={}", "a".repeat(2101)), "path"),
            (&format!("visitors/export?{span}&plain=true"), "plain"),
            (&format!("visitors/export?{span}&format=ndjson&plain=1"), "plain"),
            (&format!("visitors/export?{span}&limit=5"), "limit"),
            (&format!("visitors/export?{span}&group=folder"), "group"),
            (&format!("visitors/export?{span}&offset=0"), "offset"),
            ("audit?before=", "before"),
            ("audit?format=ndjson&limit=5", "limit"),
            ("templates/tpl_x?version=", "version"),
        ] {
            let path = format!("/api/projects/acme-api/{path}");
            let answer = answer(world.program(Program::Everything, Method::GET, &path)).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some(field), "{path}");
        }
        for query in ["deep=yes", "deep=", "ready=yes"] {
            let health = answer(world.request(Method::GET, &format!("/api/health?{query}"))).await;
            health.is_problem(400, "invalid_request");
        }
        let doubled = format!("/v2/agent/{PROJECT}/job/x?wait=1&wait=2");
        let doubled = answer(world.program(Program::JobsRead, Method::GET, &doubled)).await;
        doubled.is_problem(400, "invalid_request");
        // The service's operations ignore what they do not know, as the service does.
        let page = format!("/v1/analytics/{PROJECT}/visitors?page=2&page=3");
        assert_eq!(answer(world.program(Program::VisitorsRead, Method::GET, &page)).await.status, 200);
    });
}

#[test]
fn a_body_must_be_utf_8() {
    run(async {
        let world = shared().await;
        let body = b"{\"prompt\":\"\xff\"}".to_vec();
        let answer = answer(post(world, "").header("Content-Type", "application/json").body(body)).await;
        answer.is_problem(400, "invalid_request");
    });
}

#[test]
fn an_idempotency_key_has_limited_length_and_only_ascii() {
    run(async {
        let world = shared().await;
        for key in ["x".repeat(201), "caf\u{e9}".to_owned(), "a,b".to_owned(), "\"a".to_owned()] {
            let request =
                post(world, "").header("Idempotency-Key", key.as_bytes()).json(&json!({ "prompt": "x" }));
            let answer = answer(request).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some("Idempotency-Key"));
        }
        let twice = post(world, "").header("Idempotency-Key", "a").header("Idempotency-Key", "b");
        answer(twice.json(&json!({ "prompt": "x" }))).await.is_problem(400, "invalid_request");
    });
}

#[test]
fn an_invalid_visitors_query_is_refused() {
    run(async {
        let world = shared().await;
        let before = world.sim.count(ServiceOperation::GetVisitors);
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=", "limit"),
            ("offset=", "offset"),
            ("limit=251", "limit"),
            ("limit=-1", "limit"),
            ("limit=1.5", "limit"),
            ("limit=ten", "limit"),
            ("limit=%2B5", "limit"),
            ("limit=5&limit=6", "limit"),
            ("offset=-1", "offset"),
            ("offset=x", "offset"),
            ("dateFrom=yesterday", "dateFrom"),
            ("dateFrom=2026-02-30", "dateFrom"),
            ("dateFrom=20260101", "dateFrom"),
            ("dateTo=2026-13-01", "dateTo"),
            ("dateTo=2026-01-01T25:00:00Z", "dateTo"),
            ("dateFrom=2026-01-02&dateTo=2026-01-01", "dateFrom"),
            ("dateFrom=2026-01-01&dateTo=2026-01-01", "dateFrom"),
            ("dateFrom=2026-01-01T01:00:00%2B02:00&dateTo=2025-12-31T23:00:00Z", "dateFrom"),
        ] {
            let path = format!("/v1/analytics/acme-api/visitors?{query}");
            let answer = answer(world.program(Program::VisitorsRead, Method::GET, &path)).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some(field), "{query}");
        }
        let asked = world.sim.requests().into_iter().filter(|r| r.path.contains("acme-api")).count();
        assert_eq!(asked, 0, "{before}");
    });
}

#[test]
fn the_live_route_needs_a_web_socket() {
    run(async {
        let world = shared().await;
        let path = format!("/api/projects/{PROJECT}/live");
        let answer = answer(world.program(Program::JobsRead, Method::GET, &path)).await;
        answer.is_problem(426, "upgrade_required");
    });
}

#[test]
fn an_error_is_problem_details_for_a_client_that_accepts_them() {
    run(async {
        let world = shared().await;
        let jobs = format!("/api/projects/{PROJECT}/jobs?limit=0");
        let unknown = format!("/v2/agent/{PROJECT}/job/no-such-job");
        // The Worker responds to the first two, objects to the others.
        for (path, status, code, field) in [
            ("/api/projects", 401, "unauthenticated", None),
            (&jobs, 400, "invalid_request", Some("limit")),
            (&unknown, 404, "unknown_job", None),
        ] {
            let request = || match status {
                401 => world.request(Method::GET, path),
                _ => world.program(Program::Everything, Method::GET, path),
            };
            let accept = "application/problem+json, application/json;q=0.5";
            let details = answer(request().header("Accept", accept)).await;
            assert_eq!(details.header("Content-Type"), Some("application/problem+json"), "{details:?}");
            let plain = answer(request().header("Accept", "application/json, */*")).await;
            plain.is_problem(status, code);
            let problem = plain.problem();
            let expected = docket_wire::ProblemDetails::new(
                docket_wire::Problem {
                    request_id: details.header("Docket-Request-Id").unwrap().to_owned(),
                    ..problem
                },
                status,
                None,
            );
            assert_eq!(details.json(), serde_json::to_value(&expected).unwrap());
            assert_eq!((details.status, details.json()["field"].as_str()), (status, field));
        }
    });
}
