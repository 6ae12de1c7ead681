//! How soon a change reaches a thousand open consoles: `cargo xtask bench live`.
//!
//! Docket alternates with an equivalent Durable Object in plain JavaScript, in one workerd. A change labels a job: an
//! authenticated request through the Worker, a transaction in SQLite, and one message to each socket.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect, and uses a part of the tests' harness"
)]

#[path = "../../tests/http/harness/mod.rs"]
mod harness;

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use harness::{PROJECT, Program, World, answer};

const SOCKETS: usize = 1_000;
const ROUNDS: usize = 60;
const PROGRAM: Program = Program::Everything;

/// One of the two implementations, with its sockets open.
struct Side {
    name: &'static str,
    change: String,
    arrivals: UnboundedReceiver<Instant>,
}

fn main() {
    harness::run_benchmark(async {
        let prepare = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/live/combined.mjs");
        let world = World::start_beside(&prepare).await;
        let (docket, job) = docket(&world).await;
        let mut sides = [docket, baseline(&world, &job).await];
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS {
            // Each implementation goes first equally often.
            for turn in 0..2 {
                let which = (round + turn) % 2;
                times[which].push(sides[which].round(&world, round).await);
            }
        }
        println!("A change reaches all of {SOCKETS} open consoles, {ROUNDS} alternating changes, median:");
        let medians = times.map(median);
        for (side, time) in sides.iter().zip(&medians) {
            println!("  {:<28} {:>7.1} ms", side.name, time.as_secs_f64() * 1e3);
        }
        println!(
            "  ratio (plain JavaScript / Docket) {:.2}   (target: 1.00)",
            medians[1].as_secs_f64() / medians[0].as_secs_f64()
        );
    });
}

fn request(world: &World, method: Method, path: &str) -> RequestBuilder {
    world.program(PROGRAM, method, path)
}

/// Docket with a job and its sockets, and the job as the list shows it.
async fn docket(world: &World) -> (Side, Value) {
    let create = request(world, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
    let job = answer(create.json(&json!({ "prompt": "Update the quickstart [sim: 1h]" }))).await.json();
    let jobs = format!("/api/projects/{PROJECT}/jobs");
    let list = answer(request(world, Method::GET, &jobs)).await.json();
    let arrivals = open(world, &format!("/api/projects/{PROJECT}/live")).await;
    let change = format!("{jobs}/{}", job["id"].as_str().unwrap());
    (Side { name: "Docket (Rust)", change, arrivals }, list["jobs"][0].clone())
}

/// The baseline with the same job and the same number of sockets.
async fn baseline(world: &World, job: &Value) -> Side {
    let change = format!("/baseline/jobs/{}", job["id"].as_str().unwrap());
    let put = request(world, Method::POST, &change).json(&json!({ "job": job }));
    assert_eq!(answer(put).await.status, 200);
    let arrivals = open(world, "/baseline/live").await;
    Side { name: "plain JavaScript", change, arrivals }
}

/// Opens all sockets. The receiver gets the time at which each socket received a change.
async fn open(world: &World, path: &str) -> UnboundedReceiver<Instant> {
    let url = world.worker.url.replace("http://", "ws://");
    let (arrived, arrivals) = unbounded_channel();
    for _ in 0..SOCKETS {
        let mut request = format!("{url}{path}").into_client_request().unwrap();
        let token = format!("Bearer {}", PROGRAM.token());
        request.headers_mut().insert("Authorization", token.parse().unwrap());
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
    /// Makes one change, and returns the time until the last socket has received it.
    async fn round(&mut self, world: &World, round: usize) -> Duration {
        let patch = request(world, Method::PATCH, &self.change);
        let start = Instant::now();
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
