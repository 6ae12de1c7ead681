//! No response, header, frame or log line has the admin key, even if the service echoes it, and no assertion of
//! Cloudflare Access leaves the Worker.

use std::path::Path;

use docket_core::http::route::{ROUTES, RequestInput, RouteRow};
use docket_sim::FAULTS;
use futures_util::StreamExt;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::auth::sign_out::Socket;
use crate::harness::{Answer, CANARY, Options, PROJECT, Person, Program, World, answer, fault_project, run};
use crate::operations::logs;

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
        // All routes of all faults at once take long on a busy machine.
        let timeout = ("DOCKET_UPSTREAM_TIMEOUT_MS", Some("20000".to_owned()));
        let world = World::start(Options { vars: vec![timeout] }).await;
        let faults = FAULTS
            .iter()
            .map(|row| row.name)
            .filter(|name| !["timeout", "slow-bytes", "huge"].contains(name));
        let projects = faults.map(fault_project).chain([PROJECT.to_owned()]);
        futures_util::future::join_all(projects.map(|project| use_every_route(&world, project))).await;
        assert!(world.sim.requests().iter().any(|request| request.valid_key), "the key was never used");
        let log = world.log().await;
        assert!(log.contains("\"route\":\"create_job\""));
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
    let mut socket = listen(world, &project).await;
    let ids = Ids::of(world, &project).await;
    // The session of the test stays, and the live route is listened to.
    for row in ROUTES.iter().filter(|row| row.pattern != "/api/session" && row.name != "live") {
        let answer = answer(request(world, row, &project, &ids)).await;
        check(row.name, &answer);
        assert!(is_expected(row, &project, answer.status), "{project}, {}: {answer:?}", row.name);
    }
    let path = format!("/api/projects/{project}/jobs");
    let revision = answer(as_admin(world, Method::GET, &path)).await.json()["revision"].as_u64().unwrap();
    follow(&mut socket, revision).await;
}

/// Whether a route answers so. A request that Docket refuses for a fault of the test would show nothing.
fn is_expected(row: &RouteRow, project: &str, status: u16) -> bool {
    let refused = match row.name {
        "end_session" => 404,
        // Nothing is being restored, and the request before has discarded the submission.
        "restore" | "resend_submission" | "match_submission" => 409,
        _ => 0,
    };
    // After a fault, a project may have no job.
    let by_fault = project != PROJECT && [404, 409, 429, 502].contains(&status);
    (200..300).contains(&status) || status == refused || by_fault
}

/// Ids for the paths of a project.
struct Ids {
    job: String,
    submission: String,
    template: String,
    token: String,
}

impl Ids {
    /// Makes a job, a submission and a template.
    async fn of(world: &World, project: &str) -> Self {
        let make = async |path: String, body: Value| {
            let made = answer(as_admin(world, Method::POST, &path).json(&body)).await;
            check(&path, &made);
            made.json()
        };
        let api = format!("/api/projects/{project}");
        let prompt = || json!({ "prompt": "Find the key" });
        let job = make(format!("/v2/agent/{project}/job"), prompt()).await;
        // A fault may leave no job, and an id that fits into no path.
        let job_id = job["id"].as_str().filter(|id| !id.contains('/')).unwrap_or("some-job").to_owned();
        let queued = make(format!("{api}/jobs/{job_id}/follow-ups"), prompt()).await;
        let submission = queued["id"].as_str().or(job["submissionId"].as_str()).unwrap_or("none").to_owned();
        let template =
            make(format!("{api}/templates"), json!({ "name": "The key", "text": "Find the key" })).await;
        let template = template["id"].as_str().unwrap().to_owned();
        Self { job: job_id, submission, template, token: format!("of-{project}") }
    }

    fn of_path(&self, pattern: &str) -> &str {
        match pattern {
            _ if pattern.contains("/submissions/") => &self.submission,
            _ if pattern.contains("/templates/") => &self.template,
            _ if pattern.contains("/tokens/") => &self.token,
            _ if pattern.contains("/sessions/") => "00000000000000000000000000000000",
            _ => &self.job,
        }
    }
}

/// A request of a route for a job of a project, with a query and a body that the route accepts.
fn request(world: &World, row: &RouteRow, project: &str, ids: &Ids) -> RequestBuilder {
    let path = row
        .pattern
        .replace("{projectId}", project)
        .replace("{project}", project)
        .replace("{id}", ids.of_path(row.pattern))
        .replace("{day}", "2026-01-31");
    let object = format!("jobs/{project}");
    let values = [
        ("deep", "1"),
        ("object", object.as_str()),
        ("from", "2026-10-01"),
        ("to", "2026-10-02"),
        ("zone", "Asia/Tokyo"),
        ("compare", "year"),
        ("kind", "days"),
        ("path", "/guides"),
    ];
    let values = values.iter().filter(|(name, _)| row.parameters.contains(name));
    let query: Vec<_> = values.map(|(name, value)| format!("{name}={value}")).collect();
    let request =
        as_admin(world, row.method.as_str().parse().unwrap(), &format!("{path}?{}", query.join("&")));
    let body = match row.input {
        // Docket asks whether the same prompt is meant twice.
        RequestInput::Prompt | RequestInput::FollowUp | RequestInput::PromptEdit => {
            json!({ "prompt": format!("Find the key: {}", row.name) })
        }
        RequestInput::JobRef => json!({ "job": ids.job }),
        RequestInput::JobPatch => json!({ "labels": ["key"] }),
        RequestInput::InboxPatch => json!({ "readUpTo": 0 }),
        RequestInput::NewTemplate => json!({ "name": "Key", "text": "Find the key" }),
        RequestInput::TemplateEdit => {
            json!({ "name": "The key", "text": "Find the key again", "version": 1 })
        }
        RequestInput::Note => json!({ "text": "Find the key" }),
        RequestInput::Backfill => json!({ "kind": "days", "from": "2026-09-01", "to": "2026-09-03" }),
        RequestInput::Unchecked => match row.name {
            "create_token" => {
                json!({ "id": ids.token, "rights": ["jobs:read"], "projects": "all", "expiresInDays": 1 })
            }
            "restore" => json!({ "cancel": null }),
            _ => return request,
        },
        RequestInput::JobFilter | RequestInput::VisitorsQuery | RequestInput::WebSocket => return request,
    };
    request.json(&body)
}

fn as_admin(world: &World, method: Method, path: &str) -> RequestBuilder {
    world.browser(method, path).header("Cookie", Person::Admin.cookie())
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
        let log = world.log().await;
        assert!(log.contains("\"route\":\"visitors\"") && !log.contains(signature));
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

/// Opens the live route of a project.
async fn listen(world: &World, project: &str) -> Socket {
    let url = format!("{}/api/projects/{project}/live", world.worker.url.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    let authorization = format!("Bearer {}", Program::JobsRead.token());
    request.headers_mut().insert("Authorization", authorization.parse().unwrap());
    let (socket, response) = connect_async(request).await.unwrap();
    holds_no_key("upgrade", &format!("{:?}", response.headers()));
    socket
}

/// Checks the frames as far as a revision.
async fn follow(socket: &mut Socket, revision: u64) {
    let mut reached = 0;
    while reached < revision {
        let frame = socket.next().await.unwrap().unwrap().into_text().unwrap();
        holds_no_key("frame", &frame);
        reached = serde_json::from_str::<Value>(&frame).unwrap()["revision"].as_u64().unwrap_or(reached);
    }
}
