//! The tables of tokens, of the audit log, and of people and their sessions.

use crate::storage::Database;
use crate::storage::schema::{Migration, run_all};

/// The migrations, oldest first.
pub(super) fn migrations<D: Database>() -> [Migration<D>; 3] {
    [|db| run_all(db, V1), |db| run_all(db, V2), |db| run_all(db, V3)]
}

/// Tokens. `revision` counts the changes of the list, so that an isolate with the current one reads a single row.
const V1: &[&str] = &[
    "CREATE TABLE tokens (
         id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, grant_json TEXT NOT NULL,
         created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER,
         revoked_at INTEGER, revoked_by TEXT, last_used_at INTEGER
     ) STRICT",
    "CREATE TABLE token_list (revision INTEGER NOT NULL) STRICT",
    "INSERT INTO token_list (revision) VALUES (1)",
];

/// The audit log.
const V2: &[&str] = &[
    "CREATE TABLE audit (
        id INTEGER PRIMARY KEY, author TEXT, action TEXT NOT NULL, project TEXT, refusal INTEGER, entry TEXT NOT NULL
    ) STRICT",
    "CREATE UNIQUE INDEX audit_refusals ON audit (refusal) WHERE refusal IS NOT NULL",
];

/// People and sessions. `valid_until` is when a session ends unless it is used before, and `group_list` has the groups of a
/// person that a rule named when they were last seen, in JSON.
const V3: &[&str] = &[
    "CREATE TABLE sessions (
         id TEXT PRIMARY KEY, name TEXT NOT NULL, began_at INTEGER NOT NULL, seen_at INTEGER NOT NULL,
         expires_at INTEGER NOT NULL, valid_until INTEGER NOT NULL, address TEXT NOT NULL, country TEXT,
         browser TEXT NOT NULL
     ) STRICT, WITHOUT ROWID",
    "CREATE INDEX sessions_by_person ON sessions (name, seen_at)",
    "CREATE INDEX sessions_by_end ON sessions (valid_until)",
    "CREATE TABLE people (
         sign_in TEXT NOT NULL, name TEXT NOT NULL, seen_at INTEGER NOT NULL, group_list TEXT NOT NULL,
         PRIMARY KEY (sign_in, name)
     ) STRICT, WITHOUT ROWID",
    "CREATE INDEX people_by_seen ON people (seen_at)",
];
