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

#[path = "../../tests/http/harness/mod.rs"]
mod harness;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;

use std::path::Path;
use std::time::{Duration, Instant};

use docket_core::jobs::{JobRetention, Ledger, Limits, NewSubmission, SubmitDecision};
use docket_core::upstream::response::read_job;
use docket_wire::{CallerName, JobPatch, Label, UnixMs};
use reqwest::Method;
use serde_json::json;

use harness::{Options, PROJECT, Program, World, answer};
use sqlite::Sqlite;

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
    harness::run(async {
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
    world.restarted_after(|state| fill(&database(state), jobs)).await
}

/// The database file of the only jobs object.
fn database(state: &Path) -> std::path::PathBuf {
    let folders = std::fs::read_dir(state.join("v3/do")).unwrap().map(|entry| entry.unwrap().path());
    let object = folders.into_iter().find(|folder| folder.to_string_lossy().ends_with("JobsObject")).unwrap();
    let mut files = std::fs::read_dir(object).unwrap().map(|entry| entry.unwrap().path());
    files
        .find(|file| {
            file.extension().is_some_and(|extension| extension == "sqlite")
                && !file.ends_with("metadata.sqlite")
        })
        .unwrap()
}

fn fill(file: &Path, jobs: u32) {
    let limits = Limits {
        agent_per_hour: u32::MAX,
        polls_per_hour: 3_600,
        typical_job_ms: 150_000,
        retention: JobRetention::FOREVER,
    };
    let mut now = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Sqlite::at(file), limits, now).unwrap();
    for n in 0..jobs {
        let is_rare = n % 50 == 0;
        let author = CallerName(if n % 20 == 0 { "bob" } else { "ada" }.to_owned());
        let subject = if is_rare { "webhooks" } else { "quickstart" };
        let new = NewSubmission {
            id: format!("sub-{n}").parse().unwrap(),
            job: None,
            prompt: format!("Update the {subject} page for release {n}"),
            author: author.clone(),
            idempotency_key: None,
            is_confirmed: true,
        };
        let SubmitDecision::Call { submission } = ledger.submit(&new, now).unwrap() else {
            panic!("the submission was not let through")
        };
        let id = if n == jobs / 2 { "job-middle".to_owned() } else { format!("job-{n}") };
        let status = if is_rare { "failed" } else { "completed" };
        let response = read_job(201, json!({ "id": id, "status": status, "model": "sonnet" }).to_string());
        ledger.settle(&submission, &response, now).unwrap();
        if is_rare {
            let labels = Some(vec![Label::try_from("urgent".to_owned()).unwrap()]);
            let patch = JobPatch { labels, ..JobPatch::default() };
            ledger.patch(&response.unwrap().job.id, &patch, &author, now).unwrap().unwrap();
        }
        // Ten minutes apart, so that the rate limiter's hour stays small.
        now = now.plus_ms(600_000);
    }
}
