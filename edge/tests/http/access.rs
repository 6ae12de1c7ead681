//! Access to every route.

use std::collections::BTreeSet;

use docket_core::http::route::{AccessRule, ROUTES, Route};
use reqwest::Method;
use serde_json::json;

use crate::harness::{PROJECT, Program, World, answer, run, shared};

/// A route that is not public, and the program that has only the right that the route needs; none if any caller may use
/// it.
const PROTECTED: [(&str, &str, Option<Program>); 24] = [
    ("POST", "/v2/agent/{project}/job", Some(Program::JobsWrite)),
    ("GET", "/v2/agent/{project}/job/no-such-job", Some(Program::JobsRead)),
    ("POST", "/v2/agent/{project}/job/no-such-job/message", Some(Program::JobsWrite)),
    ("GET", "/v1/analytics/{project}/visitors", Some(Program::VisitorsRead)),
    ("GET", "/api/projects", None),
    ("GET", "/api/session", None),
    ("GET", "/api/projects/{project}/jobs", Some(Program::JobsRead)),
    ("GET", "/api/projects/{project}/jobs/no-such-job", Some(Program::JobsRead)),
    ("POST", "/api/projects/{project}/jobs", Some(Program::JobsWrite)),
    ("PATCH", "/api/projects/{project}/jobs/no-such-job", Some(Program::JobsWrite)),
    ("POST", "/api/projects/{project}/jobs/no-such-job/follow-ups", Some(Program::JobsWrite)),
    ("GET", "/api/projects/{project}/submissions", Some(Program::JobsRead)),
    ("PATCH", "/api/projects/{project}/submissions/none", Some(Program::JobsWrite)),
    ("DELETE", "/api/projects/{project}/submissions/none", Some(Program::JobsWrite)),
    ("POST", "/api/projects/{project}/submissions/none/resend", Some(Program::JobsWrite)),
    ("POST", "/api/projects/{project}/submissions/none/match", Some(Program::JobsWrite)),
    ("GET", "/api/projects/{project}/live", Some(Program::JobsRead)),
    ("GET", "/api/projects/{project}/visitors/summary", Some(Program::VisitorsRead)),
    ("GET", "/api/projects/{project}/visitors/trend", Some(Program::VisitorsRead)),
    ("GET", "/api/projects/{project}/visitors/rows", Some(Program::VisitorsRead)),
    ("GET", "/api/projects/{project}/visitors/export", Some(Program::VisitorsRead)),
    ("GET", "/api/projects/{project}/visitors/budget", Some(Program::VisitorsRead)),
    ("POST", "/api/projects/{project}/visitors/backfill", Some(Program::VisitorsRead)),
    ("DELETE", "/api/projects/{project}/visitors/backfill", Some(Program::VisitorsRead)),
];

fn in_project(path: &str, project: &str) -> String {
    path.replace("{project}", project)
}

fn request(world: &World, method: &str, path: &str) -> reqwest::RequestBuilder {
    let request = world.request(method.parse().unwrap(), path);
    if ["POST", "PATCH"].contains(&method) {
        request.json(&json!({ "prompt": "Look around" }))
    } else {
        request
    }
}

#[test]
fn every_route_of_the_table_has_a_row() {
    let names: BTreeSet<&str> = PROTECTED
        .iter()
        .map(|(method, path, _)| Route::find(method, &in_project(path, PROJECT)).unwrap().name())
        .collect();
    for row in ROUTES {
        assert_eq!(names.contains(row.name), row.access != AccessRule::Public, "{}", row.name);
    }
}

#[test]
fn every_protected_route_needs_valid_credentials() {
    run(async {
        let world = shared().await;
        for (method, path, _) in PROTECTED {
            let path = in_project(path, PROJECT);
            for (name, value) in [
                ("X-Nothing", String::new()),
                ("Authorization", "Bearer docket_everything_AAAA".to_owned()),
                ("Authorization", format!("Basic {}", Program::Everything.token())),
                ("Authorization", format!("Bearer {}", Program::Expired.token())),
                ("Cookie", "docket=e30.AAAA; __Host-docket=e30.AAAA".to_owned()),
            ] {
                let answer = answer(request(world, method, &path).header(name, &value)).await;
                answer.is_problem(401, "unauthenticated");
                assert_eq!(
                    answer.header("WWW-Authenticate"),
                    Some("Bearer realm=\"docket\""),
                    "{path} {name}"
                );
            }
        }
    });
}

#[test]
fn a_token_needs_the_scope_of_the_route() {
    run(async {
        let world = shared().await;
        for (method, path, needs) in PROTECTED {
            let path = in_project(path, PROJECT);
            for program in [Program::Everything, Program::JobsRead, Program::JobsWrite, Program::VisitorsRead]
            {
                let allowed = program == Program::Everything || needs.is_none_or(|needs| needs == program);
                let answer = answer(request(world, method, &path).bearer_auth(program.token())).await;
                if allowed {
                    // 500 is what an object answers to a route that it does not serve.
                    assert!(![401, 403, 405, 500].contains(&answer.status), "{program:?} {path}: {answer:?}");
                } else {
                    answer.is_problem(403, "forbidden");
                }
            }
        }
    });
}

#[test]
fn an_unconfigured_project_is_unknown() {
    run(async {
        let world = shared().await;
        for (method, path, needs) in PROTECTED {
            if needs.is_some() {
                let path = in_project(path, "not-configured");
                let answer =
                    answer(request(world, method, &path).bearer_auth(Program::Everything.token())).await;
                answer.is_problem(404, "unknown_project");
            }
        }
    });
}

#[test]
fn a_token_takes_precedence_over_a_cookie() {
    run(async {
        let world = shared().await;
        let as_ada = || world.ada(Method::GET, "/api/session");
        assert_eq!(answer(as_ada().await).await.json()["name"], "ada");
        let both = answer(as_ada().await.bearer_auth(Program::JobsRead.token())).await;
        assert_eq!(both.json()["name"], "token:jobs-read");
        assert_eq!(both.json()["rights"], json!(["jobs:read"]));
        answer(as_ada().await.bearer_auth("docket_x_y")).await.is_problem(401, "unauthenticated");
    });
}

#[test]
fn another_method_gets_405_with_allow() {
    run(async {
        let world = shared().await;
        for (path, allow) in [
            ("/v2/agent/acme-docs/job", "POST"),
            ("/v2/agent/acme-docs/job/j", "GET, HEAD"),
            ("/v2/agent/acme-docs/job/j/message", "POST"),
            ("/v1/analytics/acme-docs/visitors", "GET, HEAD"),
            ("/api/projects/acme-docs/visitors/backfill", "POST, DELETE"),
            ("/api/session", "GET, HEAD, POST, DELETE"),
            ("/api/projects", "GET, HEAD"),
            ("/api/projects/acme-docs/live", "GET, HEAD"),
            ("/api/health", "GET, HEAD"),
        ] {
            for method in ["PUT", "PATCH", "OPTIONS"] {
                let answer = answer(world.request(method.parse().unwrap(), path)).await;
                answer.is_problem(405, "method_not_allowed");
                assert_eq!(answer.header("Allow"), Some(allow), "{method} {path}");
                assert_eq!(answer.header("Access-Control-Allow-Origin"), None, "{method} {path}");
            }
        }
    });
}

#[test]
fn other_paths_are_unknown_or_belong_to_the_app() {
    run(async {
        let world = shared().await;
        for path in ["/api/x", "/v1/x", "/v2/agent/acme-docs", "/v2/agent//job", "/v2/agent/%ff/job"] {
            answer(world.request(Method::GET, path)).await.is_problem(404, "unknown_route");
        }
        let bad = answer(world.request(Method::GET, "/v2/agent/acme-docs/job/a%2Fb")).await;
        bad.is_problem(400, "invalid_request");
        assert_eq!(bad.problem().field.as_deref(), Some("id"));
        // Every path outside the API belongs to the app.
        let page =
            answer(world.request(Method::GET, "/projects/x").header("Sec-Fetch-Mode", "navigate")).await;
        assert_eq!((page.status, page.text.contains("<title>Docket")), (200, true), "{page:?}");
        let posted = answer(world.request(Method::POST, "/projects/x")).await;
        assert_eq!(posted.status, 405, "{posted:?}");
    });
}

#[test]
fn head_is_get_without_a_body() {
    run(async {
        let world = shared().await;
        for path in [
            "/api/health",
            "/api/session",
            "/api/projects/acme-docs/jobs",
            "/v1/analytics/acme-docs/visitors",
        ] {
            let got = answer(world.ada(Method::GET, path).await).await;
            let head = answer(world.ada(Method::HEAD, path).await).await;
            assert_eq!((head.status, head.text.as_str()), (got.status, ""), "{path}");
            assert_eq!(head.header("Content-Type"), got.header("Content-Type"), "{path}");
        }
    });
}

#[test]
fn every_response_has_the_security_headers() {
    run(async {
        let world = shared().await;
        let answers = [
            answer(world.request(Method::GET, "/api/health")).await,
            answer(world.request(Method::GET, "/api/nothing")).await,
            answer(world.request(Method::GET, "/api/projects")).await,
            answer(world.ada(Method::GET, "/api/projects/acme-docs/jobs").await).await,
            answer(world.ada(Method::GET, "/v1/analytics/acme-docs/visitors").await).await,
            answer(world.ada(Method::GET, "/api/projects/acme-docs/live").await).await,
            answer(world.request(Method::GET, "/")).await,
        ];
        for (index, answer) in answers.iter().enumerate() {
            for (name, value) in docket_core::http::headers::for_answers() {
                assert_eq!(answer.header(name), Some(*value), "{name} {answer:?}");
            }
            let is_page = index == answers.len() - 1;
            assert_eq!(answer.header("Cache-Control"), Some(if is_page { "no-cache" } else { "no-store" }));
            assert_eq!(answer.header("Docket-Request-Id").is_some(), !is_page);
        }
        let ids: std::collections::HashSet<_> =
            answers.iter().filter_map(|a| a.header("Docket-Request-Id")).collect();
        assert_eq!(ids.len(), answers.len() - 1);
    });
}
