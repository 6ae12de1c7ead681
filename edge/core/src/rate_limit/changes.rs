//! The budget of a caller's changes that the service does not see. Without it, one token could have an object write rows without
//! end.

use docket_wire::{CallerName, DateOrTime, UnixMs};

use super::budget::Budget;
use super::exhausted::Exhausted;
use super::limiter::{CachedState, StoredRateLimiter};
use super::window::Window;
use crate::storage::{Database, DatabaseError};

/// The rate limiter of the changes of one caller.
#[derive(Debug)]
pub struct ChangeLimiter<'a, D> {
    db: &'a D,
    name: String,
    window: Window,
    /// One request asks several times.
    state: CachedState,
}

impl<'a, D: Database> ChangeLimiter<'a, D> {
    /// The limiter of a caller in a database. Its name is that of no budget of all callers.
    #[must_use]
    pub fn new(db: &'a D, by: &CallerName, per_hour: u32) -> Self {
        Self {
            db,
            name: format!("changes:{by}"),
            window: Window::per_hour(per_hour),
            state: CachedState::default(),
        }
    }

    /// Counts a change before it is made: also one that then changes nothing, because finding that out costs rows as well.
    ///
    /// # Errors
    /// If storage fails.
    pub fn acquire(&self, now: UnixMs) -> Result<Result<(), Exhausted>, DatabaseError> {
        let mut is_first = false;
        let permit = self.limiter().acquire_if(
            |state| {
                let last = state.times.last();
                is_first = last.is_none_or(|last| now.since_ms(last) >= self.window.span_ms);
                state.budget(&self.window, 0, now).remaining > 0
            },
            now,
        )?;
        if is_first {
            self.delete_expired(now)?;
        }
        if permit.is_some() {
            return Ok(Ok(()));
        }
        let budget = self.budget(now)?;
        // The text has whole seconds; this one must not be too early.
        let until = DateOrTime::from_unix_ms(budget.resets_at.plus_ms(999));
        let cause =
            format!("Your hourly budget for changes (DOCKET_CHANGES_PER_HOUR) is exhausted until {until}");
        Ok(Err(budget.exhausted(&cause, ". Nothing was changed.")))
    }

    /// Deletes the rows of callers whose changes no longer count, among whom are those who never come back.
    fn delete_expired(&self, now: UnixMs) -> Result<(), DatabaseError> {
        // From `changes:` up to the next prefix: `;` follows `:`.
        let statement =
            "DELETE FROM rate_limits WHERE name >= 'changes:' AND name < 'changes;' AND expires_at <= ?";
        self.db.run(statement, &[now.0.into()])?;
        Ok(())
    }

    /// The changes that are left in this hour.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget(&self, now: UnixMs) -> Result<Budget, DatabaseError> {
        self.limiter().budget(now)
    }

    fn limiter(&self) -> StoredRateLimiter<'_, D> {
        StoredRateLimiter::new(self.db, &self.name, self.window).with_cache(&self.state)
    }
}
