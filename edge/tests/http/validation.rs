//! Requests that Docket refuses without a call to the service.

use docket_sim::Operation;
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
        let cases: [(&str, String, u16, &str, Option<&str>); 14] = [
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
            ("application/json", "{}".into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":null}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":["x"]}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":""}"#.into(), 400, "invalid_request", Some("prompt")),
            ("application/json", r#"{"prompt":" \n\t "}"#.into(), 400, "invalid_request", Some("prompt")),
            (
                "Application/JSON; charset=utf-8",
                json!({ "prompt": "x".repeat(100_001) }).to_string(),
                400,
                "invalid_request",
                Some("prompt"),
            ),
            (
                "application/json",
                json!({ "prompt": "x".repeat(300_000) }).to_string(),
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
            let chunks = (0..40).map(|_| Ok::<_, std::io::Error>(vec![b' '; 16 * 1024]));
            let body = Body::wrap_stream(stream::iter(chunks));
            let answer = answer(request.header("Content-Type", "application/json").body(body)).await;
            answer.is_problem(413, "body_too_large");
        }
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
        for key in ["x".repeat(201), "caf\u{e9}".to_owned()] {
            let request =
                post(world, "").header("Idempotency-Key", key.as_bytes()).json(&json!({ "prompt": "x" }));
            let answer = answer(request).await;
            answer.is_problem(400, "invalid_request");
            assert_eq!(answer.problem().field.as_deref(), Some("Idempotency-Key"));
        }
    });
}

#[test]
fn an_invalid_visitors_query_is_refused() {
    run(async {
        let world = shared().await;
        let before = world.sim.count(Operation::GetVisitors);
        for (query, field) in [
            ("limit=0", "limit"),
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
