//! Bounds over HTTP: long prompts, refused ones, and many consoles.

use std::collections::BTreeSet;

use docket_wire::LiveMessage;
use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::live::{connect, next};
use crate::harness::{Answer, Options, PROJECT, Program, World, answer, run};

/// As `docs/api.md` says.
const MESSAGE_BYTES_MAX: usize = 256 * 1024;

async fn read(world: &World, path: &str) -> Answer {
    answer(world.program(Program::JobsRead, Method::GET, &format!("/api/projects/{PROJECT}/{path}"))).await
}

async fn create(world: &World, prompt: &str) -> Answer {
    let request = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
    answer(request.json(&json!({ "prompt": prompt }))).await
}

#[test]
fn long_prompts_are_read_one_by_one_and_every_page_is_bounded() {
    run(async {
        let world = World::start(Options::default()).await;
        let long = format!("[sim: drop-after] {}", "x".repeat(98_000));
        for _ in 0..12 {
            create(&world, &long).await.is_problem(502, "outcome_unknown");
        }
        let mut seen = BTreeSet::new();
        let mut query = "?limit=5".to_owned();
        loop {
            let page = read(&world, &format!("submissions{query}")).await;
            assert_eq!(page.status, 200, "{page:?}");
            assert!(page.text.len() <= MESSAGE_BYTES_MAX);
            let page = page.json();
            let ids: Vec<_> =
                page["submissions"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
            assert!(
                page["submissions"][0]["prompt"].is_null() && page["submissions"][0]["title"].is_string()
            );
            seen.extend(ids.iter().map(ToString::to_string));
            query = format!("?limit=5&before={}", ids.last().unwrap().as_str().unwrap());
            if page["hasMore"] == false {
                break;
            }
        }
        assert_eq!(seen.len(), 12, "nothing is unreachable");
        let id = seen.first().unwrap().trim_matches('"');
        assert_eq!(read(&world, &format!("submissions/{id}")).await.json()["prompt"], long);
        assert!(read(&world, "jobs?limit=1").await.text.len() <= MESSAGE_BYTES_MAX);

        let mut console = connect(&world, None).await;
        let LiveMessage::Snapshot(snapshot) = next(&mut console).await else { panic!("no snapshot") };
        assert_eq!(snapshot.submissions.len(), 12);
        assert!(serde_json::to_string(&snapshot).unwrap().len() <= MESSAGE_BYTES_MAX);
    });
}

#[test]
fn unreadable_positions_are_refused() {
    run(async {
        let world = crate::harness::shared().await;
        for (path, field) in [
            ("jobs?before=no-such-job", "before"),
            ("submissions?before=no-such-submission", "before"),
            ("submissions?limit=0", "limit"),
            ("jobs/none?before=soon", "before"),
            ("jobs/none?limit=201", "limit"),
            ("submissions?state=sending", "state"),
        ] {
            let refused = read(world, path).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.json()["field"], field, "{path}");
        }
        read(world, "submissions/none").await.is_problem(404, "unknown_submission");

        let url = world.worker.url.replace("http://", "ws://");
        let mut request =
            format!("{url}/api/projects/{PROJECT}/live?since=garbage").into_client_request().unwrap();
        let token = format!("Bearer {}", Program::JobsRead.token());
        request.headers_mut().insert("Authorization", token.parse().unwrap());
        let refused = tokio_tungstenite::connect_async(request).await.unwrap_err().to_string();
        assert!(refused.contains("400"), "{refused}");
    });
}

#[test]
fn a_program_without_budget_leaves_nothing_behind() {
    run(async {
        let vars = vec![("DOCKET_AGENT_PER_HOUR", Some("1".to_owned()))];
        let world = World::start(Options { vars }).await;
        assert_eq!(create(&world, "Update the quickstart").await.status, 201);
        let before = read(&world, "jobs").await.json()["revision"].clone();
        for _ in 0..3 {
            let refused = create(&world, "One more").await;
            refused.is_problem(429, "budget_exhausted");
            assert!(refused.header("Retry-After").is_some(), "{refused:?}");
        }
        assert_eq!(read(&world, "jobs").await.json()["revision"], before);
        assert_eq!(read(&world, "submissions").await.json(), json!({ "submissions": [], "hasMore": false }));
        // What a person wrote is kept.
        let path = format!("/v2/agent/{PROJECT}/job");
        let refused =
            answer(world.ada(Method::POST, &path).await.json(&json!({ "prompt": "By hand" }))).await;
        refused.is_problem(429, "budget_exhausted");
        assert_eq!(read(&world, "submissions").await.json()["submissions"][0]["prompt"], "By hand");
    });
}
