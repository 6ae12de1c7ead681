//! The ledger over a real SQLite: what happens to prompts and jobs, told as short stories.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "tests"
)]

mod filing;
mod live;
mod polling;
mod queue;
mod resolve;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod submissions;
mod world;
