//! The ledger over a real SQLite: one test per rule.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod audit;
mod catch_up;
mod cost;
mod day_marks;
mod ended;
#[path = "../support/faulty.rs"]
mod faulty;
mod growth;
mod inbox;
mod late_polls;
mod list;
mod metrics;
mod outbox;
mod patch;
mod polling;
mod reads;
mod resolve;
mod retention;
mod retention_prompts;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod status;
mod storage_faults;
mod submissions;
mod submit_labels;
mod suspended;
mod templates;
#[path = "../support/traced.rs"]
mod traced;
mod world;
