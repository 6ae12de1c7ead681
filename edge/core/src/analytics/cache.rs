//! Answers as the service gave them, word for word.

use docket_wire::UnixMs;

use super::{Analytics, CacheEntry};
use crate::storage::{Database, DatabaseError, Row, Value};

/// Longest answer that is kept, in bytes. A row of a Durable Object holds 2 MB.
const KEPT_BYTES_MAX: usize = 1_000_000;
/// Answers that are kept at most: some 25 kB each, if they have all the rows that a page can have.
const KEPT_MAX: i64 = 500;
/// How long an answer is good for anything.
pub(super) const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

impl<D: Database> Analytics<D> {
    /// Keeps an answer, and drops what is too old or too much.
    ///
    /// # Errors
    /// If storage fails.
    pub fn keep(&self, key: &str, body: &str, now: UnixMs) -> Result<(), DatabaseError> {
        if body.len() > KEPT_BYTES_MAX {
            return Ok(());
        }
        self.db.atomically(|| {
            self.db.run(
                "INSERT INTO cache_entries (request, body, fetched_at) VALUES (?, ?, ?)
                 ON CONFLICT (request) DO UPDATE SET body = excluded.body, fetched_at = excluded.fetched_at",
                &[key.into(), body.into(), now.0.into()],
            )?;
            self.db
                .run("DELETE FROM cache_entries WHERE fetched_at <= ?", &[now.plus_ms(-KEPT_MS).0.into()])?;
            self.db.run(
                "DELETE FROM cache_entries WHERE request IN
                    (SELECT request FROM cache_entries ORDER BY fetched_at DESC LIMIT -1 OFFSET ?)",
                &[Value::Integer(KEPT_MAX)],
            )?;
            Ok(())
        })
    }

    /// Drops an answer that is kept elsewhere.
    ///
    /// # Errors
    /// If storage fails.
    pub fn forget(&self, key: &str) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM cache_entries WHERE request = ?", &[key.into()]).map(drop)
    }

    /// What is kept of a request's answer.
    ///
    /// # Errors
    /// If storage fails.
    pub fn kept(&self, key: &str, now: UnixMs) -> Result<Option<CacheEntry>, DatabaseError> {
        let oldest = now.plus_ms(-KEPT_MS);
        let rows = self.db.run(
            "SELECT body, fetched_at FROM cache_entries WHERE request = ? AND fetched_at > ?",
            &[key.into(), oldest.0.into()],
        )?;
        let read = |mut row: Row| {
            Ok(CacheEntry { body: row.text()?, fetched_at: UnixMs(row.integer()?), is_stale: false })
        };
        rows.into_iter().next().map(read).transpose()
    }
}
