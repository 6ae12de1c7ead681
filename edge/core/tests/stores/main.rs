//! What archive and gate keep, over a native SQLite.

mod archive;
mod gate;
#[path = "../support/sqlite.rs"]
#[expect(dead_code, reason = "the ledger's tests also open files")]
mod sqlite;
