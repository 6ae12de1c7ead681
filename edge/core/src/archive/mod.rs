//! Visitor figures: kept for a while, so that the service is asked as seldom as possible.
//!
//! The service allows an hourly number of analytics requests for each admin key, all projects together. An answer
//! that is fresh enough is given again; when the budget is spent or the service fails, an old one is better than
//! none, and says how old it is.

mod policy;

use docket_wire::{ProjectId, UnixMs, VisitorsQuery};

use crate::answer::CallFailure;
use crate::budget::{Budget, Window};
use crate::db::{Database, DatabaseError, Value};

pub use policy::{fresh_for_ms, is_settled};

/// Longest answer that is kept, in bytes. A row of a Durable Object holds 2 MB.
const KEPT_BYTES_MAX: usize = 1_000_000;
/// Answers that are kept at most.
const KEPT_MAX: i64 = 2000;
/// How long an answer is good for anything.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// How long nothing is asked after a 429 that does not say.
const BLOCK_DEFAULT_S: u32 = 60;
/// How long nothing is asked after a 429, whatever it says.
const BLOCK_MAX_S: u32 = 3600;

const SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS answers (
        request TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL
    ) STRICT",
    "CREATE INDEX IF NOT EXISTS answers_by_age ON answers (fetched_at)",
    "CREATE TABLE IF NOT EXISTS spends (at INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS block (only_one INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT",
];

/// An answer of the service's, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// JSON.
    pub body: String,
    /// When the service gave it.
    pub fetched_at: UnixMs,
}

/// What to do about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Answer with what is kept.
    Fresh(Kept),
    /// Ask the service. The request is counted already.
    Ask,
    /// Answer with what is kept although it is old: the budget is spent.
    Stale(Kept),
    /// The budget is spent, and nothing is kept.
    Spent,
}

/// What is kept for one admin key, and what is left of its budget.
#[derive(Debug)]
pub struct Archive<D> {
    db: D,
    window: Window,
}

/// Names a request: the same for all that must get the same answer.
#[must_use]
pub fn request_key(project: &ProjectId, query: &VisitorsQuery) -> String {
    let pairs: Vec<_> = query.pairs().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{project}?{}", pairs.join("&"))
}

impl<D: Database> Archive<D> {
    /// Opens the archive, with a budget of `per_hour` requests.
    ///
    /// # Errors
    /// If storage fails.
    pub fn open(db: D, per_hour: u32) -> Result<Self, DatabaseError> {
        SCHEMA.iter().try_for_each(|sql| db.run(sql, &[]).map(drop))?;
        Ok(Self { db, window: Window::per_hour(per_hour) })
    }

    /// Decides what to do about a request, and counts it if that is to ask.
    ///
    /// # Errors
    /// If storage fails.
    pub fn plan(&self, key: &str, query: &VisitorsQuery, now: UnixMs) -> Result<Plan, DatabaseError> {
        let kept = self.kept(key, now)?;
        if let Some(kept) = &kept
            && now.since_ms(kept.fetched_at) < fresh_for_ms(query, kept.fetched_at)
        {
            return Ok(Plan::Fresh(kept.clone()));
        }
        if self.budget(now)?.remaining == 0 {
            return Ok(kept.map_or(Plan::Spent, Plan::Stale));
        }
        self.db.run("DELETE FROM spends WHERE at <= ?", &[self.window.start(now).0.into()])?;
        self.db.run("INSERT INTO spends (at) VALUES (?)", &[now.0.into()])?;
        Ok(Plan::Ask)
    }

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
                "INSERT INTO answers (request, body, fetched_at) VALUES (?, ?, ?)
                 ON CONFLICT (request) DO UPDATE SET body = excluded.body, fetched_at = excluded.fetched_at",
                &[key.into(), body.into(), now.0.into()],
            )?;
            self.db.run("DELETE FROM answers WHERE fetched_at <= ?", &[now.plus_ms(-KEPT_MS).0.into()])?;
            self.db.run(
                "DELETE FROM answers WHERE request IN
                    (SELECT request FROM answers ORDER BY fetched_at DESC LIMIT -1 OFFSET ?)",
                &[Value::Integer(KEPT_MAX)],
            )?;
            Ok(())
        })
    }

    /// Takes note of a failed call. Brings an old answer, if there is one and the failure is of the kind that passes.
    ///
    /// # Errors
    /// If storage fails.
    pub fn failed(
        &self,
        key: &str,
        failure: &CallFailure,
        now: UnixMs,
    ) -> Result<Option<Kept>, DatabaseError> {
        if let CallFailure::Throttled { retry_after_s } = failure {
            let wait_s = retry_after_s.unwrap_or(BLOCK_DEFAULT_S).min(BLOCK_MAX_S);
            self.db.run(
                "INSERT INTO block (only_one, until) VALUES (1, ?)
                 ON CONFLICT (only_one) DO UPDATE SET until = excluded.until",
                &[now.plus_ms(i64::from(wait_s) * 1000).0.into()],
            )?;
        }
        if policy::passes(failure) { self.kept(key, now) } else { Ok(None) }
    }

    /// What is left of the budget.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        let start = self.window.start(now);
        let rows = self.db.run("SELECT at FROM spends WHERE at > ? ORDER BY at", &[start.0.into()])?;
        let spent: Vec<UnixMs> =
            rows.into_iter().map(|mut row| row.integer().map(UnixMs)).collect::<Result<_, _>>()?;
        let blocked = self.db.run("SELECT until FROM block", &[])?.into_iter().next();
        let blocked_until = blocked.map(|mut row| row.integer().map(UnixMs)).transpose()?;
        Ok(self.window.budget(&spent, blocked_until, now))
    }

    fn kept(&self, key: &str, now: UnixMs) -> Result<Option<Kept>, DatabaseError> {
        let oldest = now.plus_ms(-KEPT_MS);
        let rows = self.db.run(
            "SELECT body, fetched_at FROM answers WHERE request = ? AND fetched_at > ?",
            &[key.into(), oldest.0.into()],
        )?;
        let read =
            |mut row: crate::db::Row| Ok(Kept { body: row.text()?, fetched_at: UnixMs(row.integer()?) });
        rows.into_iter().next().map(read).transpose()
    }
}
