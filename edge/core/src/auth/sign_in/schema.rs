//! The tables of sign-in. The first migration accepts tables from before they had a version.

use std::collections::BTreeMap;

use crate::storage::schema::moved_requests::MovedRequests;
use crate::storage::schema::{Migration, run_all};
use crate::storage::{Database, DatabaseError};

/// The migrations, oldest first.
pub(super) fn migrations<D: Database>() -> [Migration<D>; 3] {
    [|db| run_all(db, V1), move_attempts, |db| run_all(db, V3)]
}

const V1: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS attempts (subject TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS attempts_by_subject ON attempts (subject, at)",
    "CREATE TABLE IF NOT EXISTS ended (session TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT",
];

/// The audit log has the ends that were stored before.
const V3: &[&str] = &["ALTER TABLE ended_sessions ADD COLUMN is_recorded INTEGER NOT NULL DEFAULT 1"];

/// The table of the shared limiter.
const RATE_LIMITS: &[&str] = &[
    "CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID",
    "CREATE INDEX rate_limits_expired ON rate_limits (expires_at)",
];

/// Attempts move into the shared limiter.
fn move_attempts<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, RATE_LIMITS)?;
    let mut limiters: BTreeMap<String, MovedRequests> = BTreeMap::new();
    for mut row in db.run("SELECT subject, at FROM attempts ORDER BY at", &[])? {
        limiters.entry(row.text()?).or_default().add(row.integer()?, 1);
    }
    for (subject, moved) in &limiters {
        moved.put(db, subject)?;
    }
    run_all(
        db,
        &[
            "DROP TABLE attempts",
            "ALTER TABLE ended RENAME TO ended_sessions",
            "ALTER TABLE ended_sessions RENAME COLUMN until TO expires_at",
            "CREATE INDEX ended_sessions_by_expiry ON ended_sessions (expires_at)",
            "CREATE TABLE known_addresses (
                 name TEXT NOT NULL, address TEXT NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY (name, address)
             ) STRICT, WITHOUT ROWID",
        ],
    )
}
