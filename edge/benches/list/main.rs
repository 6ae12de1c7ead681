//! What a page of the list costs with 1,000 jobs in the ledger and with 100,000: `cargo xtask bench list`.
//!
//! The ledger itself fills the databases natively. The benchmark then requests pages over HTTP from workerd.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect, and uses a part of the tests' harness"
)]

mod fill;
#[path = "../../tests/http/harness/mod.rs"]
mod harness;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;

use std::time::{Duration, Instant};

use reqwest::Method;

use fill::{APART_MS, database, fill};
use harness::{Options, PROJECT, Program, World, answer};

const FEW: u32 = 1_000;
const MANY: u32 = 100_000;
const ROUNDS: usize = 40;

/// Names and queries. Each query matches at least a full page among the few jobs.
const QUERIES: [(&str, &str); 7] = [
    ("the newest", "limit=10"),
    ("behind the middle one", "limit=10&before=job-middle"),
    ("by status, one in fifty", "limit=10&status=failed"),
    ("by person, one in twenty", "limit=10&author=bob"),
    ("by label, one in fifty", "limit=10&label=urgent"),
    ("a word that is in all prompts", "limit=10&q=update"),
    ("a word that is in one of fifty", "limit=10&q=webhooks"),
];

fn main() {
    harness::run_benchmark(async {
        let few = filled(FEW).await;
        let many = filled(MANY).await;
        println!("A page of ten, median of {ROUNDS} alternating requests:");
        println!("{:<32} {:>10} {:>10} {:>6}", "", "1,000", "100,000", "ratio");
        let mut worst: f64 = 0.0;
        for (name, query) in QUERIES {
            let (mut with_few, mut with_many) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                with_few.push(ask(&few, query).await);
                with_many.push(ask(&many, query).await);
            }
            let (with_few, with_many) = (median_ms(with_few), median_ms(with_many));
            println!("{name:<32} {with_few:>7.2} ms {with_many:>7.2} ms {:>6.2}", with_many / with_few);
            worst = worst.max(with_many / with_few);
        }
        println!("worst ratio {worst:.2}   (target: at most 2.00)");
    });
}

async fn ask(world: &World, query: &str) -> Duration {
    let path = format!("/api/projects/{PROJECT}/jobs?{query}");
    let start = Instant::now();
    let listed = answer(world.program(Program::JobsRead, Method::GET, &path)).await;
    let took = start.elapsed();
    assert_eq!(listed.json()["jobs"].as_array().unwrap().len(), 10, "{query}: {listed:?}");
    took
}

fn median_ms(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// A world whose ledger has this many jobs.
async fn filled(jobs: u32) -> World {
    let world = World::start(Options::default()).await;
    let touch = format!("/api/projects/{PROJECT}/jobs");
    assert_eq!(answer(world.program(Program::JobsRead, Method::GET, &touch)).await.status, 200);
    world
        .restarted_after(|state| {
            fill(&database(state), jobs, APART_MS);
        })
        .await
}
