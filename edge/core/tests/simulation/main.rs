//! The ledger and its object's alarm under every fault at once: thousands of seeded runs of requests, polls, duplicate
//! and late alarms, lost and late answers, interruptions before any statement, clock jumps, bursts of 429, absurd
//! `Retry-After`, settings that break and heal, a project that is taken out of them, alarms that cannot be set, and
//! jobs that are archived or resumed elsewhere. Each run checks the invariants after every few steps and, once
//! everything has recovered, that the alarm alone makes the ledger notice the end and the archival of every job.
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

#[path = "../support/faulty.rs"]
mod faulty;
mod run;
#[path = "../support/seeds.rs"]
mod seeds;
mod service;
#[path = "../support/sqlite.rs"]
mod sqlite;

#[test]
fn the_invariants_hold_whatever_happens() {
    seeds::run_all("simulation", seeds::SEEDS, run::run);
}
