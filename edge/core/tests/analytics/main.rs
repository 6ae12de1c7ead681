//! Visitor figures over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod backfill;
mod backfill_programs;
mod budget;
mod eviction;
mod export;
mod long_paths;
mod lookup;
mod metrics;
mod page_trend;
mod retention;
mod rows_pages;
mod rows_read;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod status;
mod table_loads;
mod tables;
mod tables_of_anything;
mod totals;
mod views;
