//! Limits on sign-in attempts, and sessions that ended before they expired.

mod schema;
mod throttle;

use docket_wire::UnixMs;

use crate::auth::session::SessionId;
use crate::rate_limit::RateLimiter;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};
use throttle::WINDOW;

pub use throttle::{BY_ADDRESS, BY_NAME, Throttle, address_key};

/// Attempts to sign in, by name and by client address, and ended sessions.
///
/// # Errors
/// Every method fails only if storage fails.
#[derive(Debug)]
pub struct SignInStore<D> {
    db: D,
}

impl<D: Database> SignInStore<D> {
    /// Opens the store and migrates its database.
    ///
    /// # Errors
    /// If storage fails, or a later release wrote the database.
    pub fn open(db: D) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        Ok(Self { db })
    }

    /// Allows an attempt, or returns the moment from which to try again. An allowed attempt counts as failed until
    /// [`SignInStore::succeeded`], so that parallel attempts are limited like sequential ones.
    pub fn attempt(
        &self,
        name: &str,
        address: &str,
        now: UnixMs,
    ) -> Result<Result<(), UnixMs>, DatabaseError> {
        let keys = [(by_name(name), BY_NAME), (by_address(address), BY_ADDRESS)];
        let mut free_at = now;
        for (key, throttle) in &keys {
            let log = self.attempts(key).state()?.log;
            free_at = free_at.max(throttle.free_at(&log, now));
        }
        if free_at > now {
            return Ok(Err(free_at));
        }
        self.db.run("DELETE FROM rate_limits WHERE expires_at <= ?", &[now.0.into()])?;
        for (key, _) in &keys {
            self.attempts(key).record(now)?;
        }
        Ok(Ok(()))
    }

    /// Deletes the failures of a name, and only the last failure of an address: a person with one correct passphrase must
    /// not be able to guess at others without limit.
    pub fn succeeded(&self, name: &str, address: &str) -> Result<(), DatabaseError> {
        self.attempts(&by_name(name)).clear()?;
        self.attempts(&by_address(address)).forget_last()
    }

    /// Ends a session, which would otherwise expire at `expires_at`.
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

    /// Whether a session has ended.
    pub fn has_ended(&self, session: &SessionId) -> Result<bool, DatabaseError> {
        let rows =
            self.db.run("SELECT 1 FROM ended_sessions WHERE session = ?", &[session.as_str().into()])?;
        Ok(!rows.is_empty())
    }

    fn attempts<'a>(&'a self, key: &'a str) -> RateLimiter<'a, D> {
        RateLimiter::new(&self.db, key, WINDOW)
    }
}

fn by_name(name: &str) -> String {
    format!("name:{name}")
}

fn by_address(address: &str) -> String {
    format!("address:{}", address_key(address))
}
