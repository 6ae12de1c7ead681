//! What archive and gate keep, over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod archive;
mod export;
mod governor;
mod queue;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod tables;
