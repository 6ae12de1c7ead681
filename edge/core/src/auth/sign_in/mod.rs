//! Sign-in: how often it may be tried, and sessions that were ended before they expired.

mod schema;
mod throttle;

use docket_wire::UnixMs;

use crate::auth::session::SessionId;
use crate::rate_limit::RateLimiter;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};
use throttle::WINDOW;

pub use throttle::{BY_ADDRESS, BY_NAME, Throttle, address_key};

/// Attempts to sign in by name and by client address, and ended sessions. Every method fails only if storage does.
#[derive(Debug)]
pub struct SignInStore<D> {
    db: D,
}

impl<D: Database> SignInStore<D> {
    /// Opens the store over its database, and brings that up to date.
    ///
    /// # Errors
    /// If storage fails, or a later release wrote the database.
    pub fn open(db: D) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        Ok(Self { db })
    }

    /// Lets an attempt through, and counts it as failed until [`SignInStore::succeeded`] says otherwise, so that many
    /// at once are worth no more than one after the other. Otherwise brings the moment from which to try again.
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
            let log = self.attempts(subject).state()?.log;
            free_at = free_at.max(throttle.free_at(&log, now));
        }
        if free_at > now {
            return Ok(Err(free_at));
        }
        self.db.run("DELETE FROM rate_limits WHERE expires_at <= ?", &[now.0.into()])?;
        for (subject, _) in &subjects {
            self.attempts(subject).record(now)?;
        }
        Ok(Ok(()))
    }

    /// Forgets the failures of a name, and this one of an address: a person with one good passphrase must not be able
    /// to go on guessing at others.
    ///
    /// # Errors
    /// If storage fails.
    pub fn succeeded(&self, name: &str, address: &str) -> Result<(), DatabaseError> {
        self.attempts(&name_subject(name)).clear()?;
        self.attempts(&address_subject(address)).forget_last()
    }

    /// Ends a session, which would otherwise expire at `expires_at`.
    ///
    /// # Errors
    /// If storage fails.
    pub fn end_session(
        &self,
        session: &SessionId,
        expires_at: UnixMs,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM ended_sessions WHERE expires_at <= ?", &[now.0.into()])?;
        self.db.run(
            "INSERT INTO ended_sessions (session, expires_at) VALUES (?, ?) ON CONFLICT (session) DO NOTHING",
            &[session.as_str().into(), expires_at.0.into()],
        )?;
        Ok(())
    }

    /// Whether a session was ended.
    ///
    /// # Errors
    /// If storage fails.
    pub fn has_ended(&self, session: &SessionId) -> Result<bool, DatabaseError> {
        let rows =
            self.db.run("SELECT 1 FROM ended_sessions WHERE session = ?", &[session.as_str().into()])?;
        Ok(!rows.is_empty())
    }

    fn attempts<'a>(&'a self, subject: &'a str) -> RateLimiter<'a, D> {
        RateLimiter::new(&self.db, subject, WINDOW)
    }
}

fn name_subject(name: &str) -> String {
    format!("name:{name}")
}

fn address_subject(address: &str) -> String {
    format!("address:{}", address_key(address))
}
