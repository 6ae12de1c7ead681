//! The gate: failed sign-ins, and sessions that were ended before their time.

mod throttle;

use docket_wire::UnixMs;

use crate::auth::session::SessionId;
use crate::storage::{Database, DatabaseError};

pub use throttle::{BY_ADDRESS, BY_NAME, Throttle, address_key};

const SCHEMA: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS attempts (subject TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS attempts_by_subject ON attempts (subject, at)",
    "CREATE TABLE IF NOT EXISTS ended (session TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT",
];

/// Counts attempts to sign in, by name and by client address, and remembers ended sessions.
#[derive(Debug)]
pub struct Gate<D> {
    db: D,
}

impl<D: Database> Gate<D> {
    /// Opens the gate.
    ///
    /// # Errors
    /// If storage fails.
    pub fn open(db: D) -> Result<Self, DatabaseError> {
        SCHEMA.iter().try_for_each(|sql| db.run(sql, &[]).map(drop))?;
        Ok(Self { db })
    }

    /// Lets an attempt through, and counts it as failed until [`Gate::succeeded`] says otherwise, so that many at once
    /// are worth no more than one after the other. Otherwise the moment from which to try again.
    ///
    /// # Errors
    /// If storage fails.
    pub fn attempt(
        &self,
        name: &str,
        address: &str,
        now: UnixMs,
    ) -> Result<Result<(), UnixMs>, DatabaseError> {
        let subjects = [(name_subject(name), BY_NAME), (address_subject(address), BY_ADDRESS)];
        let mut free_at = now;
        for (subject, throttle) in &subjects {
            let failures = self.attempts(subject, throttle.start(now))?;
            free_at = free_at.max(throttle.free_at(&failures, now));
        }
        if free_at > now {
            return Ok(Err(free_at));
        }
        let oldest = BY_NAME.start(now).min(BY_ADDRESS.start(now));
        self.db.run("DELETE FROM attempts WHERE at <= ?", &[oldest.0.into()])?;
        for (subject, _) in subjects {
            self.db
                .run("INSERT INTO attempts (subject, at) VALUES (?, ?)", &[subject.into(), now.0.into()])?;
        }
        Ok(Ok(()))
    }

    /// Forgets the failures of a name, and this one of an address: whoever has one good passphrase must not be able
    /// to go on guessing at others.
    ///
    /// # Errors
    /// If storage fails.
    pub fn succeeded(&self, name: &str, address: &str) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM attempts WHERE subject = ?", &[name_subject(name).into()])?;
        self.db.run(
            "DELETE FROM attempts WHERE rowid IN
                (SELECT rowid FROM attempts WHERE subject = ? ORDER BY at DESC LIMIT 1)",
            &[address_subject(address).into()],
        )?;
        Ok(())
    }

    /// Ends a session, which would otherwise be good until `until`.
    ///
    /// # Errors
    /// If storage fails.
    pub fn end_session(&self, session: &SessionId, until: UnixMs, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM ended WHERE until <= ?", &[now.0.into()])?;
        self.db.run(
            "INSERT INTO ended (session, until) VALUES (?, ?) ON CONFLICT (session) DO NOTHING",
            &[session.as_str().into(), until.0.into()],
        )?;
        Ok(())
    }

    /// Whether a session was ended.
    ///
    /// # Errors
    /// If storage fails.
    pub fn has_ended(&self, session: &SessionId) -> Result<bool, DatabaseError> {
        let rows = self.db.run("SELECT 1 FROM ended WHERE session = ?", &[session.as_str().into()])?;
        Ok(!rows.is_empty())
    }

    fn attempts(&self, subject: &str, since: UnixMs) -> Result<Vec<UnixMs>, DatabaseError> {
        let rows = self.db.run(
            "SELECT at FROM attempts WHERE subject = ? AND at > ? ORDER BY at",
            &[subject.into(), since.0.into()],
        )?;
        rows.into_iter().map(|mut row| row.integer().map(UnixMs)).collect()
    }
}

fn name_subject(name: &str) -> String {
    format!("name:{name}")
}

fn address_subject(address: &str) -> String {
    format!("address:{}", address_key(address))
}
