//! Visitor figures over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod backfill;
mod budget;
mod export;
mod lookup;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod tables;
