//! Limits on sign-in attempts, and sessions that ended before they expired.
//!
//! An attempt is counted by the shard of its address, and then by the shard of its name. An address from which a person
//! signed in under a name before is exempt from the limit of that name, so that strangers who fail under the name
//! cannot lock this person out.

mod schema;
pub mod shard;
mod throttle;

use std::cell::Cell;

use docket_wire::{DAY_MS, SessionId, UnixMs};

use crate::rate_limit::StoredRateLimiter;
use crate::storage::schema::{OpenError, migrate};
use crate::storage::{Database, DatabaseError};
use throttle::WINDOW;

pub use throttle::{BY_ADDRESS, BY_NAME, Throttle, address_key};

/// A shard counts the attempts of at most this many names or addresses. In a larger flood, it forgets those with the oldest
/// attempts.
pub const SHARD_KEYS_MAX: u32 = 10_000;
/// Maximum number of addresses that are stored for a name.
pub const KNOWN_ADDRESSES_MAX: u32 = 20;
/// An address is exempt for this long after the last sign-in from it.
pub const KNOWN_FOR_MS: i64 = 90 * DAY_MS;
/// A known address is stored again after this time, and not at every sign-in.
const KNOWN_RENEW_MS: i64 = DAY_MS;

/// Attempts to sign in, by name or by client address, and ended sessions: the database of one shard.
#[derive(Debug)]
pub struct SignInStore<D> {
    db: D,
    /// Rows of `rate_limits`, at least. Counting them at each attempt would read them all.
    counted: Cell<u32>,
}

impl<D: Database> SignInStore<D> {
    /// Opens the store and migrates its database.
    ///
    /// # Errors
    /// If storage fails, or a newer release wrote the database.
    pub fn open(db: D) -> Result<Self, OpenError> {
        migrate(&db, &schema::migrations())?;
        let store = Self { db, counted: Cell::default() };
        store.counted.set(store.count()?);
        Ok(store)
    }

    /// Allows an attempt from an address, or returns the moment from which to try again. An allowed attempt counts as
    /// failed until [`SignInStore::forget_from`], so that parallel attempts are limited like sequential ones.
    pub fn attempt_from(&self, address: &str, now: UnixMs) -> Result<Result<(), UnixMs>, DatabaseError> {
        self.attempt(&by_address(address), BY_ADDRESS, now)
    }

    /// Stops counting the last attempt from an address: it succeeded, or the limit of its name refused it. Earlier ones
    /// still count, because a person with one correct passphrase must not be able to guess at others without limit.
    pub fn forget_from(&self, address: &str) -> Result<(), DatabaseError> {
        self.limiter(&by_address(address)).forget_last()
    }

    /// Allows an attempt under a name, or returns the moment from which to try again. An allowed attempt counts as
    /// failed until [`SignInStore::succeeded_as`], unless the address is exempt.
    pub fn attempt_as(
        &self,
        name: &str,
        address: &str,
        now: UnixMs,
    ) -> Result<Result<(), UnixMs>, DatabaseError> {
        if self.known_at(name, address, now)?.is_some() {
            return Ok(Ok(()));
        }
        self.attempt(&by_name(name), BY_NAME, now)
    }

    /// Records that the last attempt under a name succeeded: it no longer counts, and its address is exempt from now on.
    pub fn succeeded_as(&self, name: &str, address: &str, now: UnixMs) -> Result<(), DatabaseError> {
        let known_at = self.known_at(name, address, now)?;
        if known_at.is_none() {
            self.limiter(&by_name(name)).forget_last()?;
        }
        if known_at.is_some_and(|at| now.since_ms(at) < KNOWN_RENEW_MS) {
            return Ok(());
        }
        self.db.run(
            "INSERT INTO known_addresses (name, address, seen_at) VALUES (?, ?, ?)
             ON CONFLICT (name, address) DO UPDATE SET seen_at = excluded.seen_at",
            &[name.into(), address_key(address).into(), now.0.into()],
        )?;
        self.db.run(
            "DELETE FROM known_addresses WHERE name = ?1 AND address IN (
                 SELECT address FROM known_addresses WHERE name = ?1 ORDER BY seen_at DESC LIMIT -1 OFFSET ?2)",
            &[name.into(), i64::from(KNOWN_ADDRESSES_MAX).into()],
        )?;
        Ok(())
    }

    /// Ends a session before it expires at `expires_at`. The row of the end stays until then. Returns whether the audit log may lack
    /// a record of the end.
    pub fn end_session(
        &self,
        session: &SessionId,
        expires_at: UnixMs,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        self.db.run("DELETE FROM ended_sessions WHERE expires_at <= ?", &[now.0.into()])?;
        self.db.run(
            "INSERT INTO ended_sessions (session, expires_at, is_recorded) VALUES (?, ?, 0)
             ON CONFLICT (session) DO NOTHING",
            &[session.as_str().into(), expires_at.0.into()],
        )?;
        let unrecorded = "SELECT 1 FROM ended_sessions WHERE session = ? AND is_recorded = 0";
        Ok(!self.db.run(unrecorded, &[session.as_str().into()])?.is_empty())
    }

    /// The audit log has a record of the end of a session.
    pub fn end_recorded(&self, session: &SessionId) -> Result<(), DatabaseError> {
        let sql = "UPDATE ended_sessions SET is_recorded = 1 WHERE session = ?";
        self.db.run(sql, &[session.as_str().into()]).map(drop)
    }

    /// Whether a session has ended.
    pub fn has_ended(&self, session: &SessionId) -> Result<bool, DatabaseError> {
        let rows =
            self.db.run("SELECT 1 FROM ended_sessions WHERE session = ?", &[session.as_str().into()])?;
        Ok(!rows.is_empty())
    }

    fn attempt(
        &self,
        key: &str,
        throttle: Throttle,
        now: UnixMs,
    ) -> Result<Result<(), UnixMs>, DatabaseError> {
        let times = self.limiter(key).state()?.times;
        let free_at = throttle.free_at(&times, now);
        if free_at > now {
            return Ok(Err(free_at));
        }
        self.db.run("DELETE FROM rate_limits WHERE expires_at <= ?", &[now.0.into()])?;
        self.limiter(key).record(now)?;
        if times.last().is_none() {
            self.make_room()?;
        }
        Ok(Ok(()))
    }

    /// Forgets the oldest attempts if a flood has filled the table.
    fn make_room(&self) -> Result<(), DatabaseError> {
        self.counted.set(self.counted.get().saturating_add(1));
        if self.counted.get() <= SHARD_KEYS_MAX {
            return Ok(());
        }
        // Expired rows were deleted meanwhile, so the count is exact only now.
        let excess = self.count()?.saturating_sub(SHARD_KEYS_MAX - SHARD_KEYS_MAX / 10);
        self.db.run(
            "DELETE FROM rate_limits WHERE name IN (SELECT name FROM rate_limits ORDER BY expires_at LIMIT ?)",
            &[i64::from(excess).into()],
        )?;
        self.counted.set(self.count()?);
        Ok(())
    }

    fn count(&self) -> Result<u32, DatabaseError> {
        let rows = self.db.run("SELECT COUNT(*) FROM rate_limits", &[])?;
        let count = rows.into_iter().next().map_or(Ok(0), |mut row| row.integer())?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// When a person last signed in under this name from this address, if that is recent enough for an exemption.
    fn known_at(&self, name: &str, address: &str, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let rows = self.db.run(
            "SELECT seen_at FROM known_addresses WHERE name = ? AND address = ?",
            &[name.into(), address_key(address).into()],
        )?;
        let seen_at = rows.into_iter().next().map(|mut row| row.integer()).transpose()?;
        Ok(seen_at.map(UnixMs).filter(|seen_at| now.since_ms(*seen_at) < KNOWN_FOR_MS))
    }

    fn limiter<'a>(&'a self, key: &'a str) -> StoredRateLimiter<'a, D> {
        StoredRateLimiter::new(&self.db, key, WINDOW)
    }
}

fn by_name(name: &str) -> String {
    format!("name:{name}")
}

fn by_address(address: &str) -> String {
    format!("address:{}", address_key(address))
}
