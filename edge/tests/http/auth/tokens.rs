//! Tokens that admins make in the console.

use std::cell::Cell;
use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::Request;

use crate::auth::sign_out::close_code;
use crate::harness::{Answer, OTHER_PROJECT, Options, PROJECT, Program, World, answer, run, shared, until};

async fn make(world: &World, body: Value) -> Answer {
    answer(world.ada(Method::POST, "/api/tokens").await.json(&body)).await
}

#[test]
fn the_response_has_the_token_as_it_is_stored() {
    run(async {
        let world = shared().await;
        let body =
            json!({ "id": "as-stored", "rights": ["jobs:read"], "projects": "all", "expiresInDays": 5 });
        let made = make(world, body).await.json();
        assert_eq!(made["info"], listed(world, "as-stored").await);
    });
}

/// A token for one project.
pub(crate) async fn made(world: &World, id: &str) -> String {
    let body = json!({ "id": id, "rights": ["jobs:read", "jobs:write"], "projects": [PROJECT] });
    let made = make(world, body).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["token"].as_str().unwrap().to_owned()
}

fn as_program(world: &World, token: &str, method: Method, path: &str) -> RequestBuilder {
    world.request(method, path).bearer_auth(token)
}

async fn jobs(world: &World, token: &str, project: &str) -> Answer {
    answer(as_program(world, token, Method::GET, &format!("/api/projects/{project}/jobs"))).await
}

async fn listed(world: &World, id: &str) -> Value {
    let tokens = answer(world.ada(Method::GET, "/api/tokens").await).await.json();
    tokens["tokens"].as_array().unwrap().iter().find(|token| token["id"] == id).unwrap().clone()
}

async fn revoke(world: &World, id: &str) -> Answer {
    answer(world.ada(Method::DELETE, &format!("/api/tokens/{id}")).await).await
}

#[test]
fn a_token_works_at_once_where_it_may_and_is_shown_once() {
    run(async {
        let world = shared().await;
        let token = made(world, "works-at-once").await;
        assert!(token.starts_with("docket_works-at-once_") && token.len() == 72, "{}", token.len());

        let own = answer(as_program(world, &token, Method::GET, "/api/self")).await.json();
        assert_eq!(own["name"], "token:works-at-once");
        assert_eq!(own["grants"], json!([{"rights": ["jobs:read", "jobs:write"], "projects": [PROJECT]}]));
        assert_eq!(jobs(world, &token, PROJECT).await.status, 200);
        jobs(world, &token, OTHER_PROJECT).await.is_problem(404, "unknown_project");
        let visitors = format!("/v1/analytics/{PROJECT}/visitors?dateFrom=2026-01-01&dateTo=2026-01-02");
        answer(as_program(world, &token, Method::GET, &visitors)).await.is_problem(403, "forbidden");

        let all = answer(world.ada(Method::GET, "/api/tokens").await).await;
        assert!(!all.text.contains(&token) && !all.text.contains("hash"), "{all:?}");
        let info = listed(world, "works-at-once").await;
        assert_eq!(info["issued"]["createdBy"], "ada");
        assert!(info["issued"]["lastUsedAt"].is_string(), "{info}");
        assert_eq!(info["issued"]["revokedAt"], Value::Null);
        assert_eq!(listed(world, "jobs-read").await["issued"], Value::Null, "a token of the settings");
    });
}

/// The request that opens a WebSocket with a token.
pub(crate) fn live_request(world: &World, token: &str) -> Request<()> {
    let live = format!("{}/api/projects/{PROJECT}/live", world.worker.url).replacen("http", "ws", 1);
    let mut request = live.into_client_request().unwrap();
    request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
    request
}

#[test]
fn a_token_that_is_revoked_while_it_waits_gets_no_change() {
    run(async {
        let world = World::start(Options::default()).await;
        let token = made(&world, "waiting").await;
        let since = jobs(&world, &token, PROJECT).await.json()["revision"].clone();
        let changes = format!("/api/projects/{PROJECT}/changes?since={since}&wait=55");
        let (has_changed, began) = (Cell::new(false), Instant::now());
        let waiting = async {
            let waited = answer(as_program(&world, &token, Method::GET, &changes)).await;
            assert!(has_changed.get(), "it did not wait: {waited:?}");
            waited
        };
        let changing = async {
            // By the time that another request is answered, the one before it waits.
            assert_eq!(jobs(&world, &token, PROJECT).await.status, 200);
            assert_eq!(revoke(&world, "waiting").await.status, 204);
            // The Worker checks the caller of a read again that took a second.
            let is_refused = |jobs: &Answer| jobs.status != 200 && began.elapsed() > Duration::from_secs(2);
            until(async || jobs(&world, &token, PROJECT).await, is_refused).await;
            has_changed.set(true);
            let path = format!("/v2/agent/{PROJECT}/job");
            let new =
                world.program(Program::JobsWrite, Method::POST, &path).json(&json!({ "prompt": "New" }));
            assert_eq!(answer(new).await.status, 201);
        };
        let (waited, ()) = futures_util::future::join(waiting, changing).await;
        waited.is_problem(401, "unauthenticated");
    });
}

#[test]
fn a_revoked_token_is_refused_and_its_web_socket_closes() {
    run(async {
        let world = shared().await;
        let token = made(world, "revoked").await;
        let request = live_request(world, &token);
        let (socket, _) = connect_async(request.clone()).await.unwrap();

        assert_eq!(revoke(world, "revoked").await.status, 204);
        // Nothing says when the Worker reads the tokens again.
        let refused = until(async || jobs(world, &token, PROJECT).await, |jobs| jobs.status != 200).await;
        refused.is_problem(401, "unauthenticated");
        assert_eq!(close_code(socket).await, Some(4001));
        assert!(connect_async(request).await.is_err());

        assert_eq!(revoke(world, "revoked").await.status, 204, "a second revocation is no error");
        let info = listed(world, "revoked").await;
        assert_eq!(info["issued"]["revokedBy"], "ada");
        let again = json!({ "id": "revoked", "rights": ["jobs:read"], "projects": "all" });
        let taken = make(world, again).await;
        taken.is_problem(409, "token_id_taken");
        assert_eq!(taken.problem().field.as_deref(), Some("id"));
    });
}

#[test]
fn a_token_outlives_a_restart() {
    run(async {
        let world = World::start(Options::default()).await;
        let (kept, revoked) = (made(&world, "kept").await, made(&world, "gone").await);
        assert_eq!(revoke(&world, "gone").await.status, 204);
        let world = world.restarted().await;
        assert_eq!(jobs(&world, &kept, PROJECT).await.status, 200);
        jobs(&world, &revoked, PROJECT).await.is_problem(401, "unauthenticated");
    });
}

#[test]
fn a_token_whose_id_the_settings_have_since_is_revoked_first() {
    run(async {
        let mut world = World::start(Options::default()).await;
        let token = made(&world, "twice").await;
        let tokens = world.worker.setting("DOCKET_TOKENS").replacen("jobs-read", "twice", 1);
        world.worker.set("DOCKET_TOKENS", &tokens);
        let world = world.restarted().await;
        assert_eq!(jobs(&world, &token, PROJECT).await.status, 200);
        assert_eq!(revoke(&world, "twice").await.status, 204);
        assert_eq!(listed(&world, "twice").await["issued"]["revokedBy"], "ada");
        jobs(&world, &token, PROJECT).await.is_problem(401, "unauthenticated");
        revoke(&world, "twice").await.is_problem(409, "token_in_settings");
    });
}

#[test]
fn a_new_token_must_be_well_formed() {
    run(async {
        let world = shared().await;
        let plain = || json!({ "id": "well-formed", "rights": ["jobs:read"], "projects": "all" });
        let with = |name: &str, value: Value| {
            let mut body = plain();
            body[name] = value;
            body
        };
        for (body, field) in [
            (with("id", json!("not plain")), "id"),
            (json!({ "id": "well-formed", "rights": ["jobs:read"] }), "projects"),
            (with("rights", json!([])), "rights"),
            (with("rights", json!(["access:manage"])), "rights"),
            (with("projects", json!([])), "projects"),
            (with("projects", json!(["not-configured"])), "projects"),
            (with("expiresInDays", json!(0)), "expiresInDays"),
            (with("expiresInDays", json!(3651)), "expiresInDays"),
        ] {
            let refused = make(world, body.clone()).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field), "{body}");
        }
        make(world, with("id", json!("jobs-read"))).await.is_problem(409, "token_id_taken");
        revoke(world, "jobs-read").await.is_problem(409, "token_in_settings");
        revoke(world, "no-such").await.is_problem(404, "unknown_token");
        let never = make(world, with("expiresInDays", Value::Null)).await;
        assert_eq!((never.status, &never.json()["info"]["expiresAt"]), (201, &Value::Null));
    });
}

#[test]
fn no_token_can_make_or_see_tokens() {
    run(async {
        let world = shared().await;
        for token in [Program::Everything.token(), made(world, "ambitious").await] {
            for (method, path) in [
                (Method::GET, "/api/tokens"),
                (Method::POST, "/api/tokens"),
                (Method::DELETE, "/api/tokens/x"),
            ] {
                let body = json!({ "id": "x", "rights": ["jobs:read"], "projects": "all" });
                answer(as_program(world, &token, method, path).json(&body))
                    .await
                    .is_problem(403, "forbidden");
            }
        }
    });
}
