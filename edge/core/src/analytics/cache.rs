//! The cache of the service's answers, verbatim.

use docket_wire::{DAY_MS, DateOrTime, UnixMs};

use crate::storage::{Database, DatabaseError, Row, Value};

/// The longest answer that is cached, in bytes. A Durable Object limits a row to 2 MB.
const BODY_BYTES_MAX: usize = 1_000_000;
/// The maximum number of cached answers. An answer with a full page of rows takes about 25 kB.
const ENTRIES_MAX: i64 = 500;
/// How long an answer is stored, in milliseconds.
pub(super) const ANSWER_STORED_MS: i64 = 30 * DAY_MS;

/// An answer of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheEntry {
    /// The JSON text, verbatim.
    pub body: String,
    /// When the service answered.
    pub fetched_at: UnixMs,
    /// Whether the entry is no longer fresh, and replaces an answer that could not be fetched.
    pub is_stale: bool,
}

/// The cached answers of one admin key.
#[derive(Debug)]
pub struct AnswerCache<'a, D> {
    db: &'a D,
}

impl<'a, D: Database> AnswerCache<'a, D> {
    pub(super) fn new(db: &'a D) -> Self {
        Self { db }
    }

    /// Whether an answer is short enough to be stored.
    pub(super) fn has_room_for(body: &str) -> bool {
        body.len() <= BODY_BYTES_MAX
    }

    /// Stores an answer, and evicts those that are too old or too many. An answer that is too long is not stored.
    pub fn put(&self, key: &str, body: &str, now: UnixMs) -> Result<(), DatabaseError> {
        if !Self::has_room_for(body) {
            return Ok(());
        }
        self.db.atomically(|| {
            self.db.run(
                "INSERT INTO cache_entries (request, body, fetched_at, to_at) VALUES (?, ?, ?, ?)
                 ON CONFLICT (request) DO UPDATE
                 SET body = excluded.body, fetched_at = excluded.fetched_at, to_at = excluded.to_at",
                &[key.into(), body.into(), now.0.into(), to_of_key(key).unwrap_or(now).0.into()],
            )?;
            let oldest = now.plus_ms(-ANSWER_STORED_MS);
            self.db.run("DELETE FROM cache_entries WHERE fetched_at <= ?", &[oldest.0.into()])?;
            self.db.run(
                "DELETE FROM cache_entries WHERE request IN
                    (SELECT request FROM cache_entries ORDER BY fetched_at DESC LIMIT -1 OFFSET ?)",
                &[Value::Integer(ENTRIES_MAX)],
            )?;
            Ok(())
        })
    }

    pub fn remove(&self, key: &str) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM cache_entries WHERE request = ?", &[key.into()]).map(drop)
    }

    /// When the newest answer was fetched.
    pub fn newest(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let sql = "SELECT fetched_at FROM cache_entries ORDER BY fetched_at DESC LIMIT 1";
        self.db.run(sql, &[])?.pop().map(|mut row| row.integer().map(UnixMs)).transpose()
    }

    /// The cached answer to a request.
    pub fn get(&self, key: &str, now: UnixMs) -> Result<Option<CacheEntry>, DatabaseError> {
        let rows = self.db.run(
            "SELECT body, fetched_at FROM cache_entries WHERE request = ? AND fetched_at > ?",
            &[key.into(), now.plus_ms(-ANSWER_STORED_MS).0.into()],
        )?;
        let read = |mut row: Row| {
            Ok(CacheEntry { body: row.text()?, fetched_at: UnixMs(row.integer()?), is_stale: false })
        };
        rows.into_iter().next().map(read).transpose()
    }
}

/// The end of the range that a request names by its key; `None` if it names none, so that the answer is about the days
/// before it.
fn to_of_key(key: &str) -> Option<UnixMs> {
    let (_, rest) = key.split_once("dateTo=")?;
    let to = rest.split('&').next()?;
    // A midnight is written as its day, any other moment in milliseconds.
    to.parse().map(UnixMs).ok().or_else(|| to.parse::<DateOrTime>().ok().map(|to| to.instant()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_the_end_of_its_range() {
        let day = Some("2026-09-01".parse::<DateOrTime>().unwrap().instant());
        for (key, to) in [
            ("acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01", day),
            ("acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01&limit=250&offset=250", day),
            ("acme-docs?dateFrom=5&dateTo=1788220800001", Some(UnixMs(1_788_220_800_001))),
            ("acme-docs?dateFrom=2026-08-01", None),
            ("acme-docs?", None),
        ] {
            assert_eq!(to_of_key(key), to, "{key}");
        }
    }
}
