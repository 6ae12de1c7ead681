//! How soon a change reaches a thousand open consoles: `cargo xtask bench live`.
//!
//! Docket and the same thing as a plain JavaScript Durable Object, in one workerd, in turns. A change is a label put
//! on a job: an authenticated request through the Worker, a transaction in SQLite, one message to each socket.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect"
)]

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use docket_core::token::{self, TokenHash};
use docket_sim::{Config, Sim};
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const SOCKETS: usize = 1_000;
const ROUNDS: usize = 30;
const PROJECT: &str = "acme-docs";

/// One of the two, with its sockets open.
struct Side {
    name: &'static str,
    change: String,
    token: String,
    client: reqwest::Client,
    arrivals: UnboundedReceiver<Instant>,
}

#[tokio::main]
async fn main() {
    let token = token::make("bench", &[7; 32]);
    let sim = Sim::start(Config::default()).await.unwrap();
    let worker = std::env::var_os("DOCKET_TEST_WORKER")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("build"), Into::into);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let config = root.join("edge/wrangler.jsonc");
    let options =
        json!({ "worker": worker.canonicalize().unwrap(), "config": config, "vars": vars(&sim, &token) });
    let node = root.join("node_modules/.bin/node");
    let mut process = tokio::process::Command::new(if node.exists() { node } else { "node".into() })
        .arg(root.join("edge/benches/live/start.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(format!("{options}\n").as_bytes()).await.unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let urls: Value = loop {
        let line = lines.next_line().await.unwrap().expect("it did not start");
        if let Ok(urls) = serde_json::from_str(&line) {
            break urls;
        }
    };
    let url = urls["url"].as_str().unwrap();
    let mut docket = docket(url, &token).await;
    let mut baseline = baseline(&format!("{url}/baseline"), &token, &docket.1).await;

    let mut times = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for (side, times) in [&mut docket.0, &mut baseline].into_iter().zip(&mut times) {
            times.push(side.round(round).await);
        }
    }
    println!("A change reaches all of {SOCKETS} open consoles, {ROUNDS} changes in turns, median:");
    let medians = times.map(median);
    for (side, time) in [&docket.0, &baseline].into_iter().zip(&medians) {
        println!("  {:<28} {:>7.1} ms", side.name, time.as_secs_f64() * 1e3);
    }
    println!(
        "  ratio (plain JavaScript / Docket) {:.2}   (to reach: 1.00)",
        medians[1].as_secs_f64() / medians[0].as_secs_f64()
    );
    drop(input);
    process.wait().await.unwrap();
}

fn vars(sim: &Sim, token: &str) -> Value {
    let operator = docket_core::passphrase::hash("not used here", &[7; 16]).unwrap();
    json!({
        "DOCKET_UPSTREAM": sim.base_url(),
        "DOCKET_PROJECTS": json!([{ "id": PROJECT }]).to_string(),
        "DOCKET_ADMIN_KEY": "mint_stand_in",
        "DOCKET_SESSION_SECRET": "0123456789abcdef0123456789abcdef",
        "DOCKET_OPERATORS": json!([{ "name": "ada", "hash": operator }]).to_string(),
        "DOCKET_TOKENS": json!([{ "id": "bench", "hash": TokenHash::of(token).to_string(),
            "scopes": ["jobs:read", "jobs:write"] }]).to_string(),
    })
}

/// Docket with a job and its sockets; the job as the list shows it.
async fn docket(url: &str, token: &str) -> (Side, Value) {
    let client = reqwest::Client::new();
    let create = client.post(format!("{url}/v2/agent/{PROJECT}/job")).bearer_auth(token);
    let job: Value = create
        .json(&json!({ "prompt": "Update the quickstart [sim: 1h]" }))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let id = job["id"].as_str().unwrap();
    let list = client.get(format!("{url}/api/projects/{PROJECT}/jobs")).bearer_auth(token);
    let list: Value = list.send().await.unwrap().json().await.unwrap();
    let live = format!("{url}/api/projects/{PROJECT}/live");
    let arrivals = open(&live, token).await;
    let change = format!("{url}/api/projects/{PROJECT}/jobs/{id}");
    (
        Side { name: "Docket (Rust)", change, token: token.to_owned(), client, arrivals },
        list["jobs"][0].clone(),
    )
}

/// The baseline with the same job and as many sockets.
async fn baseline(url: &str, token: &str, job: &Value) -> Side {
    let client = reqwest::Client::new();
    let change = format!("{url}/jobs/{}", job["id"].as_str().unwrap());
    let put = client.post(&change).bearer_auth(token).json(&json!({ "job": job }));
    assert!(put.send().await.unwrap().status().is_success());
    let arrivals = open(&format!("{url}/live"), token).await;
    Side { name: "plain JavaScript", change, token: token.to_owned(), client, arrivals }
}

/// Opens all sockets; says when each got a change.
async fn open(url: &str, token: &str) -> UnboundedReceiver<Instant> {
    let (arrived, arrivals) = unbounded_channel();
    for _ in 0..SOCKETS {
        let mut request = url.replace("http://", "ws://").into_client_request().unwrap();
        request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        socket.next().await.unwrap().unwrap();
        tokio::spawn(listen(socket, arrived.clone()));
    }
    arrivals
}

async fn listen(
    mut socket: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
    arrived: UnboundedSender<Instant>,
) {
    while let Some(Ok(message)) = socket.next().await {
        if message.to_text().is_ok_and(|text| text.contains("\"changes\"")) {
            let _ = arrived.send(Instant::now());
        }
    }
}

impl Side {
    /// One change: the time until the last socket has it.
    async fn round(&mut self, round: usize) -> Duration {
        let start = Instant::now();
        let patch = self.client.request(Method::PATCH, &self.change).bearer_auth(&self.token);
        let sent = patch.json(&json!({ "labels": [format!("round {round}")] })).send();
        let (answer, last) = tokio::join!(sent, async {
            let mut last = start;
            for _ in 0..SOCKETS {
                last = self.arrivals.recv().await.unwrap();
            }
            last
        });
        assert!(answer.unwrap().status().is_success());
        last - start
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
