//! Two hundred consoles of one project.

use std::time::{Duration, Instant};

use docket_wire::LiveMessage;
use futures_util::StreamExt;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::actors::Socket;
use crate::harness::{self, PROJECT, Program, World, answer};

const CONSOLES: usize = 200;
const CHANGES: usize = 60;
/// As many open submissions as a snapshot lists, with prompts of almost the greatest length.
const PROMPTS: usize = 200;
const PROMPT_BYTES: usize = 99_000;
/// Bytes of the longest message.
const MESSAGE_MAX: usize = 1024 * 1024;
/// Bytes that the Worker's instance may have: half of what the platform gives an isolate, since V8 needs some too.
const MEMORY_MAX: u64 = 64 << 20;
const RECHECK_INTERVAL: Duration = Duration::from_secs(60);

async fn connect(world: &World, since: Option<u64>) -> Socket {
    let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
    let url = world.worker.url.replace("http://", "ws://");
    let mut request = format!("{url}/api/projects/{PROJECT}/live{since}").into_client_request().unwrap();
    let token = format!("Bearer {}", Program::JobsRead.token());
    request.headers_mut().insert("Authorization", token.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// Follows the messages to a revision. Returns the bytes of the longest.
async fn follow(socket: &mut Socket, mut at: Option<u64>, to: u64) -> usize {
    let mut longest = 0;
    while at.is_none_or(|at| at < to) {
        let next = timeout(RECHECK_INTERVAL, socket.next()).await.expect("a console got no further change");
        let Message::Text(text) = next.unwrap().unwrap() else { continue };
        longest = longest.max(text.len());
        match LiveMessage::from_json(&text).unwrap() {
            LiveMessage::Snapshot(snapshot) => at = Some(snapshot.revision),
            LiveMessage::Changes { since, revision, .. } => {
                assert_eq!(Some(since), at, "a console missed a message");
                at = Some(revision);
            }
            _ => {}
        }
    }
    longest
}

/// Programs fill the ledger: rejected prompts of the greatest length, and jobs with many labels.
async fn fill(world: &World) -> Vec<String> {
    let create = format!("/v2/agent/{PROJECT}/job");
    let post = async |prompt: String| {
        let request = world.program(Program::Everything, Method::POST, &create);
        answer(request.json(&json!({ "prompt": prompt }))).await
    };
    for n in 0..PROMPTS {
        let prompt = format!("Prompt {n} [sim: 400] {}", "x".repeat(PROMPT_BYTES));
        assert_eq!(post(prompt).await.status, 400);
    }
    let mut jobs = Vec::new();
    for n in 0..CHANGES {
        let prompt = format!("Job {n} [sim: 1h] {}", "x".repeat(PROMPT_BYTES));
        jobs.push(post(prompt).await.json()["id"].as_str().unwrap().to_owned());
    }
    jobs
}

/// Changes every job, several at a time. Returns the ledger's revision afterwards.
async fn change(world: &World, jobs: &[String]) -> u64 {
    let labels: Vec<String> = (0..20).map(|n| format!("{n:02}{}", "y".repeat(38))).collect();
    let patches = jobs.iter().map(|job| {
        let path = format!("/api/projects/{PROJECT}/jobs/{job}");
        let request = world.program(Program::Everything, Method::PATCH, &path);
        answer(request.json(&json!({ "labels": labels })))
    });
    let patched = join_all(patches).await;
    patched.iter().map(|answer| answer.json()["revision"].as_u64().unwrap()).max().unwrap()
}

#[test]
fn two_hundred_consoles_get_every_change_in_bounded_messages() {
    harness::run(async {
        let world = World::start(harness::Options::default()).await;
        let jobs = fill(&world).await;
        // Alone first: a message without a bound is not sent two hundred times.
        let longest = follow(&mut connect(&world, None).await, None, 1).await;
        assert!(longest <= MESSAGE_MAX, "a snapshot of {longest} bytes");

        let mut consoles = join_all((0..CONSOLES).map(|_| connect(&world, None))).await;
        let start = Instant::now();
        let revision = change(&world, &jobs).await;
        let longest = join_all(consoles.iter_mut().map(|socket| follow(socket, None, revision))).await;
        let took = start.elapsed();
        drop(consoles);

        // All of them lose their connection at once, and missed everything or a part.
        let missed = (0..CONSOLES as u64).map(|nth| revision * nth / CONSOLES as u64);
        let returned = join_all(missed.map(|since| {
            let world = &world;
            async move { follow(&mut connect(world, Some(since)).await, Some(since), revision).await }
        }))
        .await;
        let longest = longest.into_iter().chain(returned).max().unwrap();
        let health = world.program(Program::Everything, Method::GET, "/api/health?deep=1");
        let memory = answer(health).await.json()["memoryBytes"].as_u64().unwrap();
        println!(
            "{CONSOLES} consoles: {CHANGES} changes in {took:?}, messages to {longest} bytes, memory of {memory} bytes"
        );
        assert!(longest <= MESSAGE_MAX, "a message of {longest} bytes");
        assert!(memory <= MEMORY_MAX, "{memory} bytes of memory");
    });
}
