//! Methods, paths, transport and headers of every route, and which credential counts.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Options, PROJECT, Program, World, answer, run, shared};

#[test]
fn a_token_takes_precedence_over_a_cookie() {
    run(async {
        let world = shared().await;
        let as_ada = || world.ada(Method::GET, "/api/session");
        assert_eq!(answer(as_ada().await).await.json()["name"], "ada");
        let both = answer(as_ada().await.bearer_auth(Program::JobsRead.token())).await;
        assert_eq!(both.json()["name"], "token:jobs-read");
        assert_eq!(both.json()["grants"], json!([{"rights": ["jobs:read"], "projects": "all"}]));
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
        for path in [
            "/api",
            "/v1",
            "/v2",
            "/api/",
            "/api/x",
            "/v1/x",
            "/v2/agent/acme-docs",
            "/v2/agent//job",
            "/v2/agent/%ff/job",
        ] {
            answer(world.request(Method::GET, path)).await.is_problem(404, "unknown_route");
        }
        let bad = answer(world.request(Method::GET, "/v2/agent/acme-docs/job/a%2Fb")).await;
        bad.is_problem(400, "invalid_request");
        assert_eq!(bad.problem().field.as_deref(), Some("id"));
        // Every path outside the API belongs to the app.
        let page = answer(world.request(Method::GET, "/p/x/jobs").header("Sec-Fetch-Mode", "navigate")).await;
        assert_eq!((page.status, page.text.contains("<title>Docket")), (200, true), "{page:?}");
        let posted = answer(world.request(Method::POST, "/p/x/jobs")).await;
        assert_eq!(posted.status, 405, "{posted:?}");
    });
}

#[test]
fn plain_http_works_only_on_this_machine() {
    run(async {
        let world = shared().await;
        let port = world.worker.url.rsplit(':').next().unwrap();
        // With the whole URL, Miniflare leaves X-Forwarded-Proto to the Worker, as the platform does.
        let at = |host: &str, method, path: &str| {
            let url = format!("http://{host}{path}");
            world.request(method, path).header("Host", host).header("MF-Original-URL", url)
        };
        for host in ["docket.example", "192.168.1.7:8787"] {
            let refused = answer(
                at(host, Method::GET, "/api/projects")
                    .bearer_auth(Program::Everything.token())
                    .header("X-Forwarded-Proto", "https"),
            );
            refused.await.is_problem(403, "https_required");
            answer(at(host, Method::POST, "/sign-in")).await.is_problem(403, "https_required");
            let page = answer(at(host, Method::GET, "/sign-in?from=%2F")).await;
            let name = host.split(':').next().unwrap();
            let location = format!("https://{name}/sign-in?from=%2F");
            assert_eq!((page.status, page.header("Location")), (301, Some(location.as_str())), "{page:?}");
        }
        for host in [format!("localhost:{port}"), format!("[::1]:{port}")] {
            assert_eq!(answer(at(&host, Method::GET, "/api/health")).await.status, 200, "{host}");
        }
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
            for (name, value) in docket_core::http::headers::for_responses() {
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

#[test]
fn a_program_that_may_only_write_does_not_get_what_others_wrote() {
    run(async {
        let world = World::start(Options::default()).await;
        let send = async |program, method, path: &str, body: serde_json::Value| {
            let request = world.program(program, method, path);
            answer(if body.is_null() { request } else { request.json(&body) }).await
        };
        let (reader, writer) = (Program::Everything, Program::JobsWrite);
        let create = format!("/v2/agent/{PROJECT}/job");
        let created = send(reader, Method::POST, &create, json!({ "prompt": "A secret [sim: 1h]" })).await;
        let own = format!("/api/projects/{PROJECT}");
        let job = created.json()["id"].as_str().unwrap().to_owned();
        let of_job = format!("{own}/jobs/{job}");
        let prompt = json!({ "prompt": "Another secret" });
        let queued = send(reader, Method::POST, &format!("{of_job}/follow-ups"), prompt.clone()).await;
        let submission = format!("{own}/submissions/{}", queued.json()["id"].as_str().unwrap());
        let jobs = format!("{own}/jobs");
        for (method, path, body) in [
            (Method::POST, &jobs, json!({ "job": job })),
            (Method::PATCH, &of_job, json!({})),
            (Method::PATCH, &submission, prompt),
            (Method::DELETE, &submission, json!(null)),
        ] {
            if method != Method::DELETE {
                let read = send(reader, method.clone(), path, body.clone()).await;
                assert!(read.status == 200 && read.text.contains("secret"), "{read:?}");
            }
            let written = send(writer, method, path, body).await;
            assert_eq!((written.status, written.text.as_str()), (204, ""), "{path}");
        }
        // A person edits what a program queued, and the program repeats its request.
        let follow_ups = format!("{of_job}/follow-ups");
        let queue = async |path: &str| {
            let request = world.program(writer, Method::POST, path).header("Idempotency-Key", "k");
            answer(request.json(&json!({ "prompt": "Mine" }))).await.json()
        };
        let mine = queue(&follow_ups).await;
        assert_eq!(mine["prompt"], "Mine");
        let submission = format!("{own}/submissions/{}", mine["id"].as_str().unwrap());
        let edited = send(reader, Method::PATCH, &submission, json!({ "prompt": "A secret" })).await;
        assert_eq!(edited.status, 200);
        for path in [&follow_ups, &format!("/v2/agent/{PROJECT}/job/{job}/message")] {
            let again = queue(path).await;
            assert_eq!((&again["id"], &again["prompt"]), (&mine["id"], &json!(null)), "{again}");
            assert_eq!(again["title"], "");
        }
        let note = format!("{own}/notes/2024-05-01");
        assert_eq!(send(reader, Method::PUT, &note, json!({ "text": "A secret" })).await.status, 200);
        for program in [reader, writer] {
            let refused = send(program, Method::PUT, &note, json!({ "text": "Sale" })).await;
            refused.is_problem(409, "note_conflict");
            assert_eq!(refused.text.contains("secret"), program == reader, "{refused:?}");
        }
    });
}

#[test]
fn a_right_in_one_project_is_not_one_in_all() {
    run(async {
        let world = shared().await;
        let refused = answer(world.program(Program::Elsewhere, Method::GET, "/api/backup")).await;
        refused.is_problem(403, "forbidden");
        assert!(refused.problem().error.ends_with("the right backup:read in all projects."), "{refused:?}");
    });
}
