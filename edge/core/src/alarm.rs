//! The alarm of a Durable Object: whether and when to set it.
//!
//! An object has one alarm. It is consumed when it fires, setting it can fail, it may be lost, and a new instance of the
//! object does not know whether it is set. So every alarm and every answered request ends with [`AlarmPlan::step`], and
//! the caller carries the step out and reports what happened.

use docket_wire::UnixMs;

/// The wait before a retry if storage fails, the object could not open, or the alarm could not be set.
pub const RETRY_MS: i64 = 60_000;
/// An alarm that is late by this much was lost.
const LATE_MS: i64 = 60_000;
/// The furthest moment to set an alarm for: the runtime refuses dates after 2189, and a token may expire later.
const FURTHEST_MS: i64 = 30 * 86_400_000;
/// The runtime silently ends the work of an alarm after this time.
const RUNS_MS: i64 = 15 * 60_000;
/// The work of an alarm takes nothing new after this time, and continues in the next alarm.
const TAKES_WORK_MS: i64 = 10 * 60_000;

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
    /// Read it, report it with [`AlarmPlan::found`], and ask again: setting it costs more than reading it.
    Read,
    Set(UnixMs),
    Delete,
}

/// The alarm of one instance of an object.
#[derive(Debug)]
pub struct AlarmPlan {
    stored: StoredAlarm,
    /// When its current work started.
    running_since: Option<UnixMs>,
    /// After a failure, it does not fire before this, so that it does not fire again and again without effect.
    not_before: Option<UnixMs>,
}

impl Default for AlarmPlan {
    fn default() -> Self {
        Self { stored: StoredAlarm::Unknown, running_since: None, not_before: None }
    }
}

impl AlarmPlan {
    /// The alarm fired: its work starts.
    pub fn fired(&mut self, now: UnixMs) {
        *self = Self { stored: StoredAlarm::Unset, running_since: Some(now), not_before: None };
    }

    /// The work of the alarm is done.
    pub fn finished(&mut self) {
        self.running_since = None;
    }

    /// The work failed: it is tried again later, whatever is due.
    pub fn work_failed(&mut self, now: UnixMs) {
        self.not_before = Some(now.plus_ms(RETRY_MS));
    }

    /// Whether the work of the alarm may take something new.
    #[must_use]
    pub fn takes_work(&self, now: UnixMs) -> bool {
        self.has_run_less_than(TAKES_WORK_MS, now)
    }

    /// Whether its work runs: only the end of the work asks for a [`step`](Self::step).
    #[must_use]
    pub fn is_running(&self, now: UnixMs) -> bool {
        self.has_run_less_than(RUNS_MS, now)
    }

    /// Whether a request that changed nothing has to ask for a [`step`](Self::step): not if the alarm is known to be
    /// set and not late, to be unset, or to be running.
    #[must_use]
    pub fn is_settled(&self, now: UnixMs) -> bool {
        let is_known = match self.stored {
            StoredAlarm::Unknown => false,
            StoredAlarm::Unset => true,
            StoredAlarm::Set(at) => now.since_ms(at) < LATE_MS,
        };
        is_known || self.is_running(now)
    }

    /// What to do so that the alarm fires at `next`.
    #[must_use]
    pub fn step(&self, next: Option<UnixMs>, now: UnixMs) -> AlarmStep {
        if self.is_running(now) {
            return AlarmStep::Keep;
        }
        // A clock that was set back must not prolong the wait.
        let not_before = self.not_before.map_or(now, |until| until.min(now.plus_ms(RETRY_MS)));
        let furthest = now.plus_ms(FURTHEST_MS);
        match (self.stored, next.map(|at| at.max(not_before).min(furthest))) {
            (StoredAlarm::Unknown, _) => AlarmStep::Read,
            (StoredAlarm::Unset, None) => AlarmStep::Keep,
            (StoredAlarm::Set(_), None) => AlarmStep::Delete,
            (StoredAlarm::Set(set), Some(next)) if set <= next && now.since_ms(set) < LATE_MS => {
                AlarmStep::Keep
            }
            (StoredAlarm::Set(_) | StoredAlarm::Unset, Some(next)) => AlarmStep::Set(next),
        }
    }

    /// Storage said when the alarm is set for.
    pub fn found(&mut self, at: Option<UnixMs>) {
        self.stored = at.map_or(StoredAlarm::Unset, StoredAlarm::Set);
    }

    /// A step begins: until it is reported as done, nothing is known.
    pub fn begin(&mut self) {
        self.stored = StoredAlarm::Unknown;
    }

    /// The step is done: the alarm is set, or deleted. If it fired meanwhile, that is what counts.
    pub fn done(&mut self, at: Option<UnixMs>) {
        if self.stored == StoredAlarm::Unknown {
            self.found(at);
        }
    }

    fn has_run_less_than(&self, ms: i64, now: UnixMs) -> bool {
        // A clock that was set back counts as the end, or the work would seem to run forever.
        self.running_since.is_some_and(|since| (0..ms).contains(&now.since_ms(since)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMs = UnixMs(1_000_000);

    fn after(ms: i64) -> Option<UnixMs> {
        Some(NOW.plus_ms(ms))
    }

    fn known(at: Option<UnixMs>) -> AlarmPlan {
        let mut plan = AlarmPlan::default();
        plan.found(at);
        plan
    }

    #[test]
    fn an_alarm_is_set_if_it_is_unset_too_late_or_lost() {
        use AlarmStep::{Delete, Keep, Set};
        for (set_for, next, expected) in [
            (None, None, Keep),
            (None, after(5000), Set(NOW.plus_ms(5000))),
            (None, after(-5000), Set(NOW)),
            (after(5000), None, Delete),
            (after(5000), after(5000), Keep),
            (after(4000), after(5000), Keep),
            (after(6000), after(5000), Set(NOW.plus_ms(5000))),
            // It is due and about to fire.
            (after(-100), after(-500), Keep),
            (after(-LATE_MS), after(-500), Set(NOW)),
            // The clock was set back.
            (after(86_400_000), after(0), Set(NOW)),
        ] {
            assert_eq!(known(set_for).step(next, NOW), expected, "{set_for:?} {next:?}");
        }
    }

    #[test]
    fn an_alarm_is_never_set_for_a_moment_that_the_runtime_refuses() {
        let in_centuries = Some(UnixMs(32_472_144_000_000));
        let furthest = NOW.plus_ms(FURTHEST_MS);
        assert_eq!(known(None).step(in_centuries, NOW), AlarmStep::Set(furthest));
        let later = NOW.plus_ms(1000);
        assert_eq!(known(Some(furthest)).step(in_centuries, later), AlarmStep::Keep);
        assert_eq!(known(None).step(in_centuries, furthest), AlarmStep::Set(furthest.plus_ms(FURTHEST_MS)));
    }

    #[test]
    fn a_new_instance_reads_the_alarm_before_it_sets_it() {
        let mut plan = AlarmPlan::default();
        assert!(!plan.is_settled(NOW), "a read request asks too");
        assert_eq!(plan.step(after(9000), NOW), AlarmStep::Read);
        plan.found(after(5000));
        // Otherwise each of many short-lived instances would postpone the retry of an object that cannot open.
        assert_eq!(plan.step(after(RETRY_MS), NOW), AlarmStep::Keep);
        assert!(plan.is_settled(NOW));
        assert!(!plan.is_settled(NOW.plus_ms(5000 + LATE_MS)), "it was lost");
    }

    #[test]
    fn an_alarm_that_could_not_be_set_does_not_count_as_set() {
        let mut plan = known(None);
        plan.begin();
        assert!(!plan.is_settled(NOW));
        assert_eq!(plan.step(after(5000), NOW), AlarmStep::Read);
    }

    #[test]
    fn an_alarm_that_fires_while_it_is_set_is_set_again() {
        let mut plan = known(None);
        plan.begin();
        plan.fired(NOW);
        plan.done(after(0));
        plan.finished();
        assert_eq!(plan.step(after(10), NOW), AlarmStep::Set(NOW.plus_ms(10)));
    }

    #[test]
    fn work_stops_taking_more_before_the_runtime_ends_it() {
        let mut plan = AlarmPlan::default();
        assert!(!plan.takes_work(NOW));
        plan.fired(NOW);
        assert!(
            plan.takes_work(NOW.plus_ms(TAKES_WORK_MS - 1)) && !plan.takes_work(NOW.plus_ms(TAKES_WORK_MS))
        );
        assert_eq!(plan.step(after(0), NOW), AlarmStep::Keep, "its end sets the alarm");
        assert!(!plan.takes_work(NOW.plus_ms(-7_200_000)), "the clock was set back");
        let ended_by_the_runtime = NOW.plus_ms(RUNS_MS);
        assert_eq!(plan.step(after(0), ended_by_the_runtime), AlarmStep::Set(ended_by_the_runtime));
    }

    #[test]
    fn failed_work_is_not_repeated_at_once() {
        let mut plan = AlarmPlan::default();
        plan.fired(NOW);
        plan.work_failed(NOW);
        plan.finished();
        assert_eq!(plan.step(after(0), NOW), AlarmStep::Set(NOW.plus_ms(RETRY_MS)));
        let hours_back = NOW.plus_ms(-7_200_000);
        assert_eq!(plan.step(Some(hours_back), hours_back), AlarmStep::Set(hours_back.plus_ms(RETRY_MS)));
        plan.fired(NOW);
        plan.finished();
        assert_eq!(plan.step(after(0), NOW), AlarmStep::Set(NOW));
    }
}
