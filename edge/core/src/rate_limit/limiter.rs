use std::cell::RefCell;

use docket_wire::UnixMs;

use super::budget::Budget;
use super::codec;
use super::state::{LearnedLimit, LimiterState, Permit};
use super::window::Window;
use crate::metrics::{Counters, StoredCounters};
use crate::storage::{Database, DatabaseError, Row, Value};

/// One rate limiter of a database: a sliding window, the pause that a 429 asked for, and the limit learned from it. It is a row of
/// the table `rate_limits`, which has the column `counters` only where limiters count.
///
/// Every method that reads the state fails if storage fails, or the state has a format that this release does not know.
#[derive(Debug)]
pub struct StoredRateLimiter<'a, D> {
    db: &'a D,
    name: &'a str,
    window: Window,
    cache: Option<&'a CachedState>,
    counters: Option<&'a RefCell<StoredCounters>>,
}

const PUT: &str = "INSERT INTO rate_limits (name, expires_at, state) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at, state = excluded.state";
const PUT_WITH_COUNTERS: &str =
    "INSERT INTO rate_limits (name, expires_at, state, counters) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at, state = excluded.state,
        counters = excluded.counters";

/// The state of a limiter as its only user last read or stored it. After a transaction that failed, the user empties
/// it.
pub type CachedState = RefCell<Option<LimiterState>>;

impl<'a, D: Database> StoredRateLimiter<'a, D> {
    /// The limiter with this name in a database.
    #[must_use]
    pub fn new(db: &'a D, name: &'a str, window: Window) -> Self {
        Self { db, name, window, cache: None, counters: None }
    }

    /// The same limiter with a cache: it reads its row only if `cache` lacks the state.
    #[must_use]
    pub fn with_cache(self, cache: &'a CachedState) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// The same limiter, which also stores these counters. They are in the row that it writes for every call, so they cost no row
    /// of their own.
    #[must_use]
    pub fn counting(self, counters: &'a RefCell<StoredCounters>) -> Self {
        Self { counters: Some(counters), ..self }
    }

    /// The stored state. Reads the counters as well, once.
    pub fn state(&self) -> Result<LimiterState, DatabaseError> {
        let has_counters = self.counters.is_none_or(|counters| counters.borrow().stored().is_some());
        if let Some(state) = self.cache.and_then(|cache| cache.borrow().clone())
            && has_counters
        {
            return Ok(state);
        }
        let columns = if self.counters.is_some() { "state, counters" } else { "state" };
        let rows =
            self.db.run(&format!("SELECT {columns} FROM rate_limits WHERE name = ?"), &[self.name.into()])?;
        let mut row = rows.into_iter().next();
        let state = match &mut row {
            Some(row) => codec::decode(&row.blob()?)?,
            None => LimiterState::default(),
        };
        if let Some(counters) = self.counters {
            let stored = row.as_mut().map(Row::blob_or_null).transpose()?.flatten();
            counters.borrow_mut().set_stored(stored.as_deref())?;
        }
        self.fill_cache(&state);
        Ok(state)
    }

    /// Stores the counters, in a write of their own.
    pub fn put_counters(&self) -> Result<(), DatabaseError> {
        self.update(|_| ())
    }

    fn fill_cache(&self, state: &LimiterState) {
        if let Some(cache) = self.cache {
            cache.replace(Some(state.clone()));
        }
    }

    /// The counters as they are stored. What was counted since is stored first, if it is worth a row.
    pub fn reported_counters(&self) -> Result<Counters, DatabaseError> {
        let Some(counters) = self.counters else { return Ok(Counters::default()) };
        let is_worth_storing = counters.borrow().is_worth_storing();
        if is_worth_storing {
            self.put_counters()?;
        } else {
            self.state()?;
        }
        Ok(counters.borrow().stored().unwrap_or_default())
    }

    /// The budget now.
    pub fn budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        Ok(self.state()?.budget(&self.window, 0, now))
    }

    /// The requests that the window leaves, also during a pause.
    pub fn left_in_window(&self, now: UnixMs) -> Result<u32, DatabaseError> {
        Ok(self.window.budget(&self.state()?.times, None, now).remaining)
    }

    /// Counts a request, if one is left.
    pub fn acquire(&self, now: UnixMs) -> Result<Option<Permit>, DatabaseError> {
        self.acquire_if(|state| state.budget(&self.window, 0, now).remaining > 0, now)
    }

    /// Counts a request, if the state allows it.
    pub fn acquire_if(
        &self,
        is_allowed: impl FnOnce(&LimiterState) -> bool,
        now: UnixMs,
    ) -> Result<Option<Permit>, DatabaseError> {
        let state = self.state()?;
        if is_allowed(&state) { self.count(state, now).map(Some) } else { Ok(None) }
    }

    /// Counts a request, even if none is left.
    pub fn record(&self, now: UnixMs) -> Result<Permit, DatabaseError> {
        self.count(self.state()?, now)
    }

    fn count(&self, mut state: LimiterState, now: UnixMs) -> Result<Permit, DatabaseError> {
        let counted_at = state.times.add(now, &self.window);
        self.put(&state)?;
        Ok(Permit { counted_at, sent_at: now })
    }

    /// Counts requests, even if fewer are left, with one write.
    pub fn record_many(&self, count: u32, now: UnixMs) -> Result<(), DatabaseError> {
        self.update(|state| {
            for _ in 0..count {
                state.times.add(now, &self.window);
            }
        })
    }

    /// Records that a request was answered, and counts it at the time of the answer. The service counted it on arrival, so no
    /// later than that.
    pub fn answered(&self, permit: Permit, now: UnixMs) -> Result<(), DatabaseError> {
        let before = self.state()?;
        let mut state = before.clone();
        if now > permit.counted_at {
            state.times.remove(permit.counted_at);
            state.times.add(now, &self.window);
        }
        state.raise_learned(&self.window, now);
        // The service answers again.
        state.paused_until.take_if(|until| *until <= permit.sent_at);
        if state == before { Ok(()) } else { self.put(&state) }
    }

    /// Stops counting a request, because the service did not count it: it answered 429.
    pub fn cancel(&self, permit: Permit) -> Result<(), DatabaseError> {
        self.update(|state| state.times.remove(permit.counted_at))
    }

    /// Pauses requests for so many seconds, but no longer than one window, so that a wrong `Retry-After` cannot stop
    /// them indefinitely.
    pub fn pause(&self, pause_s: u32, now: UnixMs) -> Result<(), DatabaseError> {
        self.update(|state| state.pause(pause_s, &self.window, now))
    }

    /// Ends a pause, and forgets a learned limit.
    pub fn resume(&self) -> Result<(), DatabaseError> {
        self.update(|state| (state.paused_until, state.learned) = (None, None))
    }

    /// Applies a lower limit for the length of one window.
    pub fn learn(&self, limit: u32, now: UnixMs) -> Result<(), DatabaseError> {
        let learned = LearnedLimit { limit, until: now.plus_ms(self.window.span_ms) };
        self.update(|state| state.learned = Some(learned))
    }

    /// Stops counting the last request.
    pub fn forget_last(&self) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        match state.times.last() {
            Some(last) => state.times.remove(last),
            None => return Ok(()),
        }
        self.put(&state)
    }

    fn update(&self, change: impl FnOnce(&mut LimiterState)) -> Result<(), DatabaseError> {
        let mut state = self.state()?;
        change(&mut state);
        self.put(&state)
    }

    /// Replaces the stored state.
    pub fn put(&self, state: &LimiterState) -> Result<(), DatabaseError> {
        let last = state.times.last().unwrap_or_default().plus_ms(self.window.span_ms);
        let expires_at = state.paused_until.map_or(last, |until| until.max(last));
        let mut params = vec![self.name.into(), expires_at.0.into(), Value::Blob(codec::encode(state))];
        let Some(counters) = self.counters else {
            self.db.run(PUT, &params)?;
            self.fill_cache(state);
            return Ok(());
        };
        if counters.borrow().stored().is_none() {
            self.state()?;
        }
        let (encoded, stored) = counters.borrow().to_store();
        params.push(Value::Blob(encoded));
        self.db.run(PUT_WITH_COUNTERS, &params)?;
        counters.replace(stored);
        self.fill_cache(state);
        Ok(())
    }
}
