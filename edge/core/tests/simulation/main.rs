//! The ledger under every fault at once: thousands of seeded runs of requests, polls, duplicate and late
//! alarms, lost and late answers, interruptions before any statement, clock jumps and bursts of 429. Each run
//! checks the invariants after every few steps and, once the service has recovered, that the ledger noticed the
//! end of every job.
//!
//! A failing seed prints how to replay it: `DOCKET_SEED=17 cargo test -p docket-core --test simulation`.
//! `DOCKET_SEEDS=100000` runs more seeds.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod faulty;
mod run;
mod service;
#[path = "../support/sqlite.rs"]
mod sqlite;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Seeds that `cargo test` runs.
const SEEDS: u64 = 10_000;

#[test]
fn the_invariants_hold_whatever_happens() {
    let from_env = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = from_env("DOCKET_SEED") {
        run::run(seed, true);
        return;
    }
    let seeds = from_env("DOCKET_SEEDS").unwrap_or(SEEDS);
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds {
                        break;
                    }
                    if catch_unwind(AssertUnwindSafe(|| run::run(seed, false))).is_err() {
                        next.store(seeds, Ordering::Relaxed);
                        panic!("replay with: DOCKET_SEED={seed} cargo test -p docket-core --test simulation -- --nocapture");
                    }
                }
            });
        }
    });
}
