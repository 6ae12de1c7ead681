//! The ledger over a real SQLite: one test per rule.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod audit;
mod changes;
mod cost;
mod day_marks;
#[path = "../support/faulty.rs"]
mod faulty;
mod growth;
mod inbox;
mod metrics;
mod patch;
mod polling;
mod reads;
mod retention;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod storage_faults;
mod submissions;
mod templates;
#[path = "../support/traced.rs"]
mod traced;
mod world;
