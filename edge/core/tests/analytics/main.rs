//! Visitors over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod backfill;
mod budget;
mod export;
mod lookup;
mod metrics;
mod page_trend;
mod retention;
mod rows_pages;
mod rows_read;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod status;
mod tables;
mod totals;
mod views;
