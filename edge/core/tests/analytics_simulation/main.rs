//! Simulates visitor analytics: thousands of seeded runs with people, programs, exports and backfills, shifting
//! pages, 429s, failures, lost answers, interruptions before any statement, clock jumps and zones.
//!
//! Every output is checked against the invariants: no hour has more requests than the limit, unique visitors are never
//! added up, an export is complete or says that it is not, and stale data are marked. At the end, once the service
//! has recovered, every backfill ends.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    unreachable_pub,
    reason = "tests"
)]

mod checks;
#[path = "../support/faulty.rs"]
mod faulty;
mod operations;
mod scenario;
#[path = "../support/seeds.rs"]
mod seeds;
mod service;
#[path = "../support/sqlite.rs"]
mod sqlite;

#[test]
fn the_invariants_hold_in_every_story() {
    seeds::run_all("analytics_simulation", seeds::SEEDS, scenario::play);
}
