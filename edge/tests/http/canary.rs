//! No response, header, frame or log line has the admin key, even if the service echoes it, and no assertion of
//! Cloudflare Access leaves the Worker.

use std::path::Path;
use std::time::Duration;

use docket_core::http::route::{ROUTES, RequestInput, RouteRow};
use docket_sim::FAULTS;
use futures_util::StreamExt;
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::harness::{Answer, CANARY, Options, PROJECT, Person, Program, World, answer, fault_project, run};
use crate::logs;

#[track_caller]
fn holds_no_key(what: &str, text: &str) {
    let secret = CANARY.strip_prefix("mint_").unwrap();
    assert!(!text.contains(secret), "{what}: {text}");
}

fn check(what: &str, answer: &Answer) {
    holds_no_key(what, &answer.text);
    holds_no_key(what, &format!("{:?}", answer.headers));
}

#[test]
fn no_output_has_the_key() {
    run(async {
        let world = World::start(Options::default()).await;
        let faults = FAULTS
            .iter()
            .map(|row| row.name)
            .filter(|name| !["timeout", "slow-bytes", "huge"].contains(name));
        let projects = faults.map(fault_project).chain([PROJECT.to_owned()]);
        futures_util::future::join_all(projects.map(|project| use_every_route(&world, project))).await;
        assert!(world.sim.requests().iter().any(|request| request.valid_key), "the key was never used");
        assert!(world.worker.has_logged("\"route\":\"create_job\"").await);
        let log = world.worker.log();
        holds_no_key("log", &log);
        logs::check(&log);
        // Nor has a line of the log what the requests said.
        for said in ["Find the key", "Asia/Tokyo", "2026-10-01", "dateFrom", "/guides"] {
            assert!(!log.contains(said), "{said} is in the log");
        }
    });
}

/// Uses every route for a project, while a console listens.
async fn use_every_route(world: &World, project: String) {
    let frames = listen(world, &project).await;
    let create = as_admin(world, Method::POST, &format!("/v2/agent/{project}/job"));
    let created = answer(create.json(&json!({ "prompt": "Find the key" }))).await;
    check(&project, &created);
    let id = id_in(&created.text).unwrap_or_else(|| "some-job".to_owned());
    // The session of the test stays, and the live route is listened to.
    for row in ROUTES.iter().filter(|row| row.pattern != "/api/session" && row.name != "live") {
        check(row.name, &answer(request(world, row, &project, &id)).await);
    }
    for frame in frames.await.unwrap() {
        holds_no_key("frame", &frame);
    }
}

/// A request of a route for a job of a project, with a query and a body that the route accepts.
fn request(world: &World, row: &RouteRow, project: &str, id: &str) -> RequestBuilder {
    let path = row
        .pattern
        .replace("{projectId}", project)
        .replace("{project}", project)
        .replace("{id}", id)
        .replace("{day}", "2026-01-31");
    let values = [
        ("deep", "1"),
        ("from", "2026-10-01"),
        ("to", "2026-10-02"),
        ("zone", "Asia/Tokyo"),
        ("compare", "year"),
        ("kind", "days"),
    ];
    let values = values.iter().filter(|(name, _)| row.parameters.contains(name));
    let query: Vec<_> = values.map(|(name, value)| format!("{name}={value}")).collect();
    let request =
        as_admin(world, row.method.as_str().parse().unwrap(), &format!("{path}?{}", query.join("&")));
    let body = match row.input {
        RequestInput::Prompt | RequestInput::FollowUp => json!({ "prompt": "Find the key again" }),
        RequestInput::JobRef => json!({ "job": id }),
        RequestInput::JobPatch => json!({ "labels": ["key"] }),
        RequestInput::InboxPatch => json!({ "readUpTo": 0 }),
        RequestInput::NewTemplate => json!({ "name": "Key", "text": "Find the key" }),
        RequestInput::TemplateEdit => json!({ "name": "Key", "text": "Find the key again", "version": 1 }),
        RequestInput::Note => json!({ "text": "Find the key" }),
        RequestInput::Backfill => json!({ "kind": "days", "from": "2026-09-01", "to": "2026-09-03" }),
        _ if row.name == "create_token" => {
            json!({ "id": "key", "rights": ["jobs:read"], "projects": "all", "expiresInDays": 1 })
        }
        _ => return request,
    };
    request.json(&body)
}

fn as_admin(world: &World, method: Method, path: &str) -> RequestBuilder {
    world.browser(method, path).header("Cookie", Person::Admin.cookie())
}

/// The id of a created job, if the response has one that fits into a path.
fn id_in(text: &str) -> Option<String> {
    let job: serde_json::Value = serde_json::from_str(text).ok()?;
    job["id"].as_str().filter(|id| !id.contains('/')).map(str::to_owned)
}

#[test]
fn an_assertion_stays_in_the_worker() {
    run(async {
        let vars = vec![("DOCKET_ROLES", Some(r#"[{"role": "admin", "everyone": "access"}]"#.to_owned()))];
        let world = World::start_behind_access(Options { vars }).await;
        let assertion = world.sim.assertion(&json!(null), &json!(null));
        let signature = assertion.rsplit_once('.').unwrap().1;
        let send = |method, path: &str| {
            let request = world.browser(method, path).header("Cf-Access-Jwt-Assertion", &assertion);
            request.header("Cookie", format!("CF_Authorization={assertion}"))
        };
        let create = send(Method::POST, &format!("/v2/agent/{PROJECT}/job"));
        let created = answer(create.json(&json!({ "prompt": "Find the assertion" }))).await;
        assert_eq!(created.status, 201, "{created:?}");
        for answer in [
            created,
            answer(send(Method::GET, "/api/session")).await,
            answer(send(Method::GET, &format!("/api/projects/{PROJECT}/jobs"))).await,
            answer(send(Method::GET, &format!("/v1/analytics/{PROJECT}/visitors"))).await,
        ] {
            assert!(
                answer.status < 300 && !format!("{:?}{}", answer.headers, answer.text).contains(signature)
            );
        }
        for request in world.sim.requests() {
            let is_private = |name: &String| name.starts_with("cf-access") || name == "cookie";
            assert!(!request.headers.iter().any(is_private), "{request:?}");
        }
        assert!(world.worker.has_logged("\"route\":\"visitors\"").await);
        assert!(!world.worker.log().contains(signature));
        world.restarted_after(|state| assert!(!has_stored(state, signature.as_bytes()))).await;
    });
}

/// Whether a file below a folder contains a text.
fn has_stored(folder: &Path, text: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            has_stored(&path, text)
        } else {
            std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text)
        }
    })
}

/// Collects the frames of a project's live route until no frame arrives for a while.
async fn listen(world: &World, project: &str) -> tokio::task::JoinHandle<Vec<String>> {
    let url = format!("{}/api/projects/{project}/live", world.worker.url.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    let authorization = format!("Bearer {}", Program::JobsRead.token());
    request.headers_mut().insert("Authorization", authorization.parse().unwrap());
    let (mut socket, response) = connect_async(request).await.unwrap();
    holds_no_key("upgrade", &format!("{:?}", response.headers()));
    tokio::spawn(async move {
        let mut frames = Vec::new();
        while let Ok(Some(Ok(frame))) = tokio::time::timeout(Duration::from_millis(700), socket.next()).await
        {
            frames.push(frame.to_string());
        }
        frames
    })
}
