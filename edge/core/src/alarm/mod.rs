//! The alarm of a Durable Object: whether and when to set it.
//!
//! An object has one alarm. It is consumed when it fires, setting it can fail, it may be lost, and a new instance of
//! the object does not know whether it is set. So every alarm and every answered request ends with [`AlarmPlan::step`],
//! and the caller carries the step out and reports what happened.

use docket_wire::{DAY_MS, MINUTE_MS, UnixMs};

/// The wait before a retry if storage fails, the object could not open, or the alarm could not be set.
pub const ALARM_RETRY_MS: i64 = MINUTE_MS;
/// An alarm that is late by this much was lost.
const ALARM_LATE_MS: i64 = MINUTE_MS;
/// The furthest moment to set an alarm for: the runtime refuses dates after 2189, and a token may expire later.
const FURTHEST_MS: i64 = 30 * DAY_MS;
/// The runtime silently ends the work of an alarm after this time.
const RUNS_MS: i64 = 15 * MINUTE_MS;
/// The work of an alarm takes nothing new after this time, and continues in the next alarm.
const TAKES_WORK_MS: i64 = 10 * MINUTE_MS;

/// What is known of the alarm in storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoredAlarm {
    Unknown,
    Unset,
    Set(UnixMs),
}

/// What to do with the alarm in storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlarmStep {
    /// Nothing.
    Keep,
    /// Read it, report it with [`AlarmPlan::record`], and ask again: setting it costs more than reading it.
    Read,
    Set(UnixMs),
    Delete,
}

/// The alarm of one instance of an object.
#[derive(Debug)]
pub struct AlarmPlan {
    stored: StoredAlarm,
    /// Counts what was done to it, so that the report of an earlier step does not replace that of a later one.
    generation: u64,
    /// When its current work started.
    running_since: Option<UnixMs>,
    /// After a failure, it does not fire before this, so that it does not fire again and again without effect.
    not_before: Option<UnixMs>,
}

impl Default for AlarmPlan {
    fn default() -> Self {
        Self { stored: StoredAlarm::Unknown, generation: 0, running_since: None, not_before: None }
    }
}

impl AlarmPlan {
    /// Records that the alarm fired and its work starts.
    pub fn begin_work(&mut self, now: UnixMs) {
        let generation = self.generation + 1;
        *self = Self { stored: StoredAlarm::Unset, generation, running_since: Some(now), not_before: None };
    }

    /// Records that the work of the alarm is done.
    pub fn end_work(&mut self) {
        self.running_since = None;
    }

    /// Records that the work failed. The alarm does not fire again before [`ALARM_RETRY_MS`] have passed, whatever is due.
    pub fn back_off(&mut self, now: UnixMs) {
        self.not_before = Some(now.plus_ms(ALARM_RETRY_MS));
    }

    /// Whether the work of the alarm may begin another piece of work.
    #[must_use]
    pub fn takes_work(&self, now: UnixMs) -> bool {
        self.has_run_less_than(TAKES_WORK_MS, now)
    }

    /// Whether the work of the alarm is running. Until it ends, nobody needs to ask for a [`step`](Self::step): its end does.
    #[must_use]
    pub fn is_running(&self, now: UnixMs) -> bool {
        self.has_run_less_than(RUNS_MS, now)
    }

    /// Whether a request that changed nothing need not ask for a [`step`](Self::step): the alarm is known to be set and not
    /// late, known to be unset, or its work is running.
    #[must_use]
    pub fn is_up_to_date(&self, now: UnixMs) -> bool {
        let is_known = match self.stored {
            StoredAlarm::Unknown => false,
            StoredAlarm::Unset => true,
            StoredAlarm::Set(at) => now.since_ms(at) < ALARM_LATE_MS,
        };
        is_known || self.is_running(now)
    }

    /// Whether nothing would wake the object.
    #[must_use]
    pub fn is_unset(&self, now: UnixMs) -> bool {
        self.stored == StoredAlarm::Unset && !self.is_running(now)
    }

    /// What to do so that the alarm fires at `next`.
    #[must_use]
    pub fn step(&self, next: Option<UnixMs>, now: UnixMs) -> AlarmStep {
        if self.is_running(now) {
            return AlarmStep::Keep;
        }
        // A clock that was set back must not prolong the wait.
        let not_before = self.not_before.map_or(now, |until| until.min(now.plus_ms(ALARM_RETRY_MS)));
        let furthest = now.plus_ms(FURTHEST_MS);
        match (self.stored, next.map(|at| at.max(not_before).min(furthest))) {
            (StoredAlarm::Unknown, _) => AlarmStep::Read,
            (StoredAlarm::Unset, None) => AlarmStep::Keep,
            (StoredAlarm::Set(_), None) => AlarmStep::Delete,
            (StoredAlarm::Set(set), Some(next)) if set <= next && now.since_ms(set) < ALARM_LATE_MS => {
                AlarmStep::Keep
            }
            (StoredAlarm::Set(_) | StoredAlarm::Unset, Some(next)) => AlarmStep::Set(next),
        }
    }

    /// The moment to set the alarm for when the caller retries a failed step; `None` if the alarm is up to date. The moment is
    /// `now`: what is due next may have changed since the failure, and the work of the alarm reads it again.
    #[must_use]
    pub fn retry(&self, now: UnixMs) -> Option<UnixMs> {
        (!self.is_up_to_date(now)).then_some(now)
    }

    /// Begins a read of the alarm. The caller passes the returned generation to [`AlarmPlan::record`] with the result.
    #[must_use]
    pub fn begin_read(&self) -> u64 {
        self.generation
    }

    /// Records the result of a read or a step: the alarm is set for `at`, or not at all. The result is ignored if another step
    /// began or the alarm fired meanwhile.
    pub fn record(&mut self, generation: u64, at: Option<UnixMs>) {
        if self.generation == generation {
            self.stored = at.map_or(StoredAlarm::Unset, StoredAlarm::Set);
        }
    }

    /// Begins a step. The state of the alarm is unknown until the caller passes the returned generation to
    /// [`AlarmPlan::record`].
    #[must_use]
    pub fn begin_write(&mut self) -> u64 {
        self.generation += 1;
        self.stored = StoredAlarm::Unknown;
        self.generation
    }

    fn has_run_less_than(&self, ms: i64, now: UnixMs) -> bool {
        // A clock that was set back counts as the end, or the work would seem to run forever.
        self.running_since.is_some_and(|since| (0..ms).contains(&now.since_ms(since)))
    }
}

#[cfg(test)]
mod tests;
