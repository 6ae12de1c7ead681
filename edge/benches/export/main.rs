//! Measures the time and memory of streaming a file with all rows: `cargo xtask bench export`.
//!
//! The time is compared with that of a plain client that requests one page after the other from the same stand-in. The
//! memory is the peak of workerd while the file is streamed, as reported by Linux.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect, and uses a part of the tests' harness"
)]

#[path = "../../tests/http/harness/mod.rs"]
mod harness;
mod memory;

use std::time::{Duration, Instant};

use docket_sim::{FaultKind, ServiceOperation, SimFault};
use docket_wire::VisitorsResponse;
use reqwest::Method;

use harness::{CANARY, Options, Program, World};
use memory::Workerd;

const SIZES: [usize; 2] = [10_000, 100_000];
/// The time that the service takes for a page: almost none, and a realistic one.
const LATENCIES: [Duration; 2] = [Duration::ZERO, Duration::from_millis(50)];

fn main() {
    harness::run_benchmark(async {
        for size in SIZES {
            let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some("100000".to_owned()))];
            let service = |config: &mut docket_sim::Config| {
                config.paths = size;
                config.analytics_per_hour = 100_000;
            };
            let world = World::start_against(Options { vars }, service).await;
            // Warms up code that is loaded on first use.
            export(&world, 0).await;
            let workerd = Workerd::of_this_process();
            println!("A file of {size} rows:");
            for (latency, month) in LATENCIES.into_iter().zip(1..) {
                world.sim.inject(
                    ServiceOperation::GetVisitors,
                    SimFault::new(FaultKind::Timeout).lasting(latency),
                    u32::MAX,
                );
                let direct = direct(&world, month).await;
                let before = workerd.resident();
                workerd.reset_peak();
                let cold = export(&world, month).await;
                let peak = workerd.peak();
                let warm = export(&world, month).await;
                world.sim.clear_faults();
                println!(
                    "  service takes {:>2} ms per page: {:>6.2} s, plain client {:>6.2} s, ratio {:.2}   (target: 0.90)",
                    latency.as_millis(),
                    cold.as_secs_f64(),
                    direct.as_secs_f64(),
                    direct.as_secs_f64() / cold.as_secs_f64()
                );
                println!(
                    "    workerd {:>4} MB before, {:>4} MB peak; the same export again, stored: {:.2} s",
                    before / 1_000_000,
                    peak / 1_000_000,
                    warm.as_secs_f64()
                );
            }
        }
    });
}

/// The year, month and a hyphen. Each measurement uses another month, so that none of its rows is stored.
fn month_of(number: u32) -> String {
    format!("2026-{:02}-", number + 1)
}

/// Reads a file to its end.
async fn export(world: &World, month: u32) -> Duration {
    let month = month_of(month);
    let path = format!("/api/projects/acme-docs/visitors/export?from={month}01&to={month}27");
    let started_at = Instant::now();
    let mut response = world.program(Program::VisitorsRead, Method::GET, &path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let mut last = Vec::new();
    while let Some(chunk) = response.chunk().await.unwrap() {
        last = chunk.to_vec();
    }
    assert!(last.ends_with(b"# end: true\n"), "{}", String::from_utf8_lossy(&last));
    started_at.elapsed()
}

/// Requests one page after the other from the service.
async fn direct(world: &World, month: u32) -> Duration {
    let month = month_of(month);
    let client = reqwest::Client::new();
    let started_at = Instant::now();
    for offset in (0..).step_by(250) {
        let url = format!(
            "{}/v1/analytics/acme-docs/visitors?dateFrom={month}01&dateTo={month}28&limit=250&offset={offset}",
            world.sim.base_url()
        );
        let page = client.get(url).bearer_auth(CANARY).send().await.unwrap();
        let page: VisitorsResponse = serde_json::from_slice(&page.bytes().await.unwrap()).unwrap();
        if !page.has_more {
            break;
        }
    }
    started_at.elapsed()
}
