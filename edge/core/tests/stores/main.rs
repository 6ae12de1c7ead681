//! What archive and gate keep, over a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod archive;
mod gate;
#[path = "../support/sqlite.rs"]
#[expect(dead_code, reason = "the ledger's tests also open files")]
mod sqlite;
