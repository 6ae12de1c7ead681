//! The alarm of a Durable Object.
//!
//! An object has one alarm. It is consumed when it fires, and it can be lost. So every request and every alarm ends
//! with [`Alarm::schedule`], which sets the alarm unless it is known to be set.

use std::cell::Cell;

use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;
use worker::{State, Storage};

use super::{clock, log};

/// An alarm that is set for the current time inside an alarm does not fire.
const OFFSET_MIN_MS: i64 = 1;
/// The delay until the next alarm if storage fails, or the object could not open.
pub(crate) const RETRY_MS: i64 = 60_000;
/// An alarm that is this late was lost.
const LATE_MS: i64 = 60_000;
/// The runtime ends an alarm after this time without an error.
const RUN_MAX_MS: i64 = 15 * 60_000;

/// The alarm of one object.
pub(crate) struct Alarm {
    storage: Storage,
    set_for: Cell<Option<UnixMs>>,
    /// When the running alarm started. It sets the next alarm when it ends.
    running_since: Cell<Option<UnixMs>>,
}

impl Alarm {
    pub(crate) fn of(state: &State) -> Self {
        Self { storage: state.storage(), set_for: Cell::default(), running_since: Cell::default() }
    }

    /// Records that the alarm fired, and starts its work.
    pub(crate) fn begin(&self) {
        self.set_for.set(None);
        self.running_since.set(Some(clock::now()));
    }

    /// Records that the alarm's work is done.
    pub(crate) fn end(&self) {
        self.running_since.set(None);
    }

    /// Sets the alarm for `next`, unless it is already set. A failure is logged, and the next call tries again.
    pub(crate) async fn schedule(&self, next: Result<Option<UnixMs>, DatabaseError>) {
        let now = clock::now();
        if self.running_since.get().is_some_and(|since| now.since_ms(since) < RUN_MAX_MS) {
            return;
        }
        let next = next.unwrap_or_else(|error| {
            log::fault("", &error.to_string());
            Some(now.plus_ms(RETRY_MS))
        });
        if is_set(self.set_for.get(), next, now) {
            return;
        }
        let outcome = match next {
            // `set_alarm` takes an offset from now, not a time.
            Some(at) => self.storage.set_alarm(at.since_ms(now).max(OFFSET_MIN_MS)).await,
            None => self.storage.delete_alarm().await,
        };
        match outcome {
            Ok(()) => self.set_for.set(next),
            Err(error) => {
                self.set_for.set(None);
                log::fault("", &format!("the alarm was not set: {error}"));
            }
        }
    }
}

/// Whether the alarm is set and fires in time for `next`.
fn is_set(set_for: Option<UnixMs>, next: Option<UnixMs>, now: UnixMs) -> bool {
    match (set_for, next) {
        (Some(set), Some(next)) => set <= next.max(now) && now.since_ms(set) < LATE_MS,
        (set, next) => set.is_none() && next.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_is_set_again_if_it_is_too_late_or_lost() {
        let at = |ms| Some(UnixMs(ms));
        for (set_for, next, expected) in [
            (None, None, true),
            (None, at(5000), false),
            (at(5000), None, false),
            (at(5000), at(5000), true),
            (at(4000), at(5000), true),
            (at(6000), at(5000), false),
            // The alarm is due, and about to fire.
            (at(900), at(500), true),
            (at(900 - LATE_MS), at(500), false),
        ] {
            assert_eq!(is_set(set_for, next, UnixMs(1000)), expected, "{set_for:?} {next:?}");
        }
    }
}
