//! The ledger over a real SQLite: one test per rule.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod catch_up;
mod ended;
mod list;
mod outbox;
mod patch;
mod polling;
mod reads;
mod resolve;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod submissions;
mod world;
