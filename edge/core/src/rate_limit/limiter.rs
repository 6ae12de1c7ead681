use docket_wire::UnixMs;

use super::budget::Budget;
use super::codec;
use super::state::{LearnedLimit, LimiterState};
use super::window::Window;
use crate::storage::{Database, DatabaseError, Value};

/// The table of limiters, for the schema of every database that has some.
pub const TABLE: &str = "CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID";

/// One limited operation of a database: a sliding window, the pause that a 429 asked for, and the limit that it taught.
#[derive(Debug)]
pub struct RateLimiter<'a, D> {
    db: &'a D,
    name: &'a str,
    window: Window,
}

/// A request that was counted and may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permit {
    counted_at: UnixMs,
}

impl<'a, D: Database> RateLimiter<'a, D> {
    /// The limiter with this name in a database.
    #[must_use]
    pub fn new(db: &'a D, name: &'a str, window: Window) -> Self {
        Self { db, name, window }
    }

    /// What is stored of it.
    ///
    /// # Errors
    /// If storage fails, or holds a format that this release does not know.
    pub fn state(&self) -> Result<LimiterState, DatabaseError> {
        let rows = self.db.run("SELECT state FROM rate_limits WHERE name = ?", &[self.name.into()])?;
        match rows.into_iter().next() {
            Some(mut row) => codec::decode(&row.blob()?),
            None => Ok(LimiterState::default()),
        }
    }

    /// What is left now.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.state()?.budget(&self.window, 0, now))
    }

    /// Counts a request, if there is one left.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn acquire(&self, now: UnixMs) -> Result<Option<Permit>, DatabaseError> {
        let state = self.state()?;
        if state.budget(&self.window, 0, now).remaining == 0 {
            return Ok(None);
        }
        self.record_in(state, now).map(Some)
    }

    /// Counts a request, whatever is left.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn record(&self, now: UnixMs) -> Result<Permit, DatabaseError> {
        self.record_in(self.state()?, now)
    }

    fn record_in(&self, mut state: LimiterState, now: UnixMs) -> Result<Permit, DatabaseError> {
        let counted_at = state.log.add(now, &self.window);
        self.put(&state)?;
        Ok(Permit { counted_at })
    }

    /// Notes that a request was answered. The service counts a request when it arrives, so its window ends no later
    /// than one that begins now.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn settle(&self, permit: Permit, now: UnixMs) -> Result<(), DatabaseError> {
        if now <= permit.counted_at {
            return Ok(());
        }
        let mut state = self.state()?;
        state.log.remove(permit.counted_at);
        state.log.add(now, &self.window);
        self.put(&state)
    }

    /// Notes that a request was not counted by the service after all: it answered 429.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn cancel(&self, permit: Permit) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        state.log.remove(permit.counted_at);
        self.put(&state)
    }

    /// Makes no more requests before `until`, and no longer than a window: a service's word about time is capped.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn pause(&self, until: UnixMs, now: UnixMs) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        let until = until.min(now.plus_ms(self.window.span_ms));
        state.paused_until = state.paused_until.max(Some(until));
        self.put(&state)
    }

    /// Learns a lower limit, for the length of a window.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn learn(&self, limit: u32, now: UnixMs) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        state.learned = Some(LearnedLimit { limit, until: now.plus_ms(self.window.span_ms) });
        self.put(&state)
    }

    /// Forgets the last request that was counted.
    ///
    /// # Errors
    /// See [`RateLimiter::state`].
    pub fn forget_last(&self) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        match state.log.last() {
            Some(last) => state.log.remove(last),
            None => return Ok(()),
        }
        self.put(&state)
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// If storage fails.
    pub fn clear(&self) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM rate_limits WHERE name = ?", &[self.name.into()]).map(drop)
    }

    /// Stores a state, whatever was stored before.
    ///
    /// # Errors
    /// If storage fails.
    pub fn put(&self, state: &LimiterState) -> Result<(), DatabaseError> {
        let last = state.log.last().unwrap_or_default().plus_ms(self.window.span_ms);
        let expires_at = state.paused_until.map_or(last, |until| until.max(last));
        self.db
            .run(
                "INSERT INTO rate_limits (name, expires_at, state) VALUES (?, ?, ?)
                 ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at, state = excluded.state",
                &[self.name.into(), expires_at.0.into(), Value::Blob(codec::encode(state))],
            )
            .map(drop)
    }
}
