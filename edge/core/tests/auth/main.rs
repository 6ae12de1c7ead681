//! What sign-in keeps, over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod sign_in;
#[path = "../support/sqlite.rs"]
mod sqlite;
