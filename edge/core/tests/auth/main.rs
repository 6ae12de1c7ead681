//! Tests of sign-in with a native SQLite.

#![allow(clippy::unwrap_used, reason = "tests")]

mod people;
mod plans;
mod sign_in;
#[path = "../support/sqlite.rs"]
mod sqlite;
mod tokens;
