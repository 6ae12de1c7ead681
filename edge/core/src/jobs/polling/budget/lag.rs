//! How late polls are, and whether that changed.

use std::cell::Cell;

use docket_wire::{PollsWait, UnixMs};

use crate::jobs::schedule::POLL_LATE_MS;
use crate::rate_limit::{LimiterState, Window};

/// From this long on, in milliseconds, polling that was late still is.
const ON_TIME_MS: i64 = 30_000;

/// How late the most overdue poll is, or what it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lag {
    /// Milliseconds since it could have been made.
    pub(crate) overdue_ms: i64,
    /// Whether that is longer than it may be.
    pub(crate) is_late: bool,
    /// The reason why due polls wait, if they may not run now. While there is one, no poll is late.
    pub(crate) waits_for: Option<PollsWait>,
}

/// The lag of the first poll that is due. The time in which the budget was exhausted, or the service had asked for a
/// pause, does not count.
pub(super) fn lag(first_due: Option<UnixMs>, state: &LimiterState, window: &Window, now: UnixMs) -> Lag {
    let Some(due) = first_due.filter(|due| *due <= now) else { return Lag::default() };
    // A pause that is longer than the window was not written by this clock, so it does not count.
    let paused_until = state.paused_until.filter(|until| until.since_ms(now) <= window.span_ms);
    let free_at = state.times.nth_latest(window.limit).map(|at| at.plus_ms(window.span_ms));
    let waits = |until: Option<UnixMs>| until.is_some_and(|until| until > now);
    let waits_for = match (waits(paused_until), waits(free_at)) {
        (_, true) => Some(PollsWait::Budget),
        (true, false) => Some(PollsWait::Pause),
        (false, false) => None,
    };
    if waits_for.is_some() {
        return Lag { waits_for, ..Lag::default() };
    }
    let possible_at = Some(due).max(paused_until).max(free_at).unwrap_or(due);
    let overdue_ms = now.since_ms(possible_at).max(0);
    Lag { overdue_ms, is_late: overdue_ms > POLL_LATE_MS, waits_for: None }
}

/// Polling became late, or is no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LagChange {
    /// The most overdue poll is late by so much.
    Late { overdue_ms: i64 },
    /// No poll is late.
    OnTime,
}

/// The latest lag, and whether the log has it. Both are in memory only, so that they cost no row: a new instance reports once more
/// that polling is late.
#[derive(Debug, Default)]
pub(crate) struct LagWatch {
    latest: Cell<Lag>,
    is_reported_late: Cell<bool>,
}

impl LagWatch {
    /// Records the lag when an alarm fires, before its polls.
    pub(crate) fn observe_at_alarm(&self, lag: Lag) {
        self.latest.set(lag);
    }

    /// Records the lag between two alarms. Right after late polls nothing is due, although the next alarm may be late again. So
    /// polling that was late counts as late until the next alarm, if there is a next poll.
    pub(crate) fn observe_between_alarms(&self, lag: Lag, has_next_poll: bool) {
        let is_late = self.is_reported_late.get() || self.latest.get().is_late;
        let stays_late = is_late && lag.waits_for.is_none() && has_next_poll;
        if lag.is_late || !stays_late {
            self.latest.set(lag);
        }
    }

    /// Returns what changed since the last call. Late polling is on time again only once the most overdue poll is well below the
    /// limit, so that a project near the limit does not report again and again.
    pub(crate) fn take_change(&self) -> Option<LagChange> {
        let Lag { overdue_ms, is_late, .. } = self.latest.get();
        let was_late = self.is_reported_late.get();
        let is_late = is_late || (was_late && overdue_ms > ON_TIME_MS);
        self.is_reported_late.set(is_late);
        match (was_late, is_late) {
            (false, true) => Some(LagChange::Late { overdue_ms }),
            (true, false) => Some(LagChange::OnTime),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { limit: 2, span_ms: 3_600_000 };
    const NOW: UnixMs = UnixMs(1_790_000_000_000);

    fn of(due_ago: Option<i64>, polls_ago: &[i64], pause_in: Option<i64>) -> Lag {
        let mut state =
            LimiterState { paused_until: pause_in.map(|ms| NOW.plus_ms(ms)), ..LimiterState::default() };
        polls_ago.iter().for_each(|ago| {
            state.times.add(NOW.plus_ms(-ago), &WINDOW);
        });
        lag(due_ago.map(|ago| NOW.plus_ms(-ago)), &state, &WINDOW, NOW)
    }

    const HOUR: i64 = 3_600_000;

    #[test]
    fn only_what_docket_could_have_polled_is_overdue() {
        let overdue = |overdue_ms| Lag { overdue_ms, is_late: overdue_ms > 60_000, waits_for: None };
        let waits = |wait| Lag { waits_for: Some(wait), ..Lag::default() };
        for (what, due_ago, polls_ago, pause_in, expected) in [
            ("nothing is scheduled", None, &[][..], None, overdue(0)),
            ("the next poll is not due", Some(-1), &[], None, overdue(0)),
            ("due now", Some(0), &[], None, overdue(0)),
            ("a minute", Some(60_000), &[], None, overdue(60_000)),
            ("longer", Some(60_001), &[], None, overdue(60_001)),
            ("a poll is left", Some(70_000), &[5], None, overdue(70_000)),
            ("none is left", Some(70_000), &[5, 6], None, waits(PollsWait::Budget)),
            (
                "none is left, and not for this pause",
                Some(70_000),
                &[5, 6],
                Some(5),
                waits(PollsWait::Budget),
            ),
            ("a pause", Some(70_000), &[5], Some(5), waits(PollsWait::Pause)),
            ("a pause of a clock that ran ahead", Some(70_000), &[], Some(HOUR + 1), overdue(70_000)),
            ("since the pause", Some(HOUR), &[], Some(-7_000), overdue(7_000)),
            ("since the budget was free", Some(HOUR), &[5, HOUR + 9_000], None, overdue(9_000)),
            ("since the later of both", Some(HOUR), &[5, HOUR + 9_000], Some(-7_000), overdue(7_000)),
            ("since it was due", Some(1_000), &[5, HOUR + 9_000], Some(-7_000), overdue(1_000)),
            ("not due, while none is left", Some(-1), &[5, 6], Some(5), overdue(0)),
        ] {
            assert_eq!(of(due_ago, polls_ago, pause_in), expected, "{what}");
        }
    }

    fn late(overdue_ms: i64) -> Lag {
        Lag { overdue_ms, is_late: true, waits_for: None }
    }

    #[test]
    fn only_a_change_is_reported_and_only_once() {
        let watch = LagWatch::default();
        for (what, lag, expected) in [
            ("a new instance is on time", Lag::default(), None),
            ("overdue, and not late", Lag { overdue_ms: 5, ..Lag::default() }, None),
            ("late", late(61_000), Some(LagChange::Late { overdue_ms: 61_000 })),
            ("still late", late(62_000), None),
            ("near the limit", Lag { overdue_ms: 59_000, ..Lag::default() }, None),
            ("late once more", late(61_000), None),
            ("on time", Lag { overdue_ms: 3, ..Lag::default() }, Some(LagChange::OnTime)),
            ("still on time", Lag::default(), None),
            ("late again", late(90_000), Some(LagChange::Late { overdue_ms: 90_000 })),
            (
                "waits for the budget",
                Lag { waits_for: Some(PollsWait::Budget), ..Lag::default() },
                Some(LagChange::OnTime),
            ),
        ] {
            watch.observe_at_alarm(lag);
            assert_eq!(watch.take_change(), expected, "{what}");
            assert_eq!(watch.take_change(), None, "{what}, asked again");
        }
    }

    #[test]
    fn alarms_that_are_always_late_are_reported_once() {
        let watch = LagWatch::default();
        let near = Lag { overdue_ms: 59_000, ..Lag::default() };
        for (alarm, lag) in [late(61_000), near, late(61_000)].into_iter().enumerate() {
            watch.observe_at_alarm(lag);
            let expected = (alarm == 0).then_some(LagChange::Late { overdue_ms: 61_000 });
            assert_eq!(watch.take_change(), expected, "alarm {alarm}");
            watch.observe_between_alarms(Lag::default(), true);
            assert_eq!(watch.take_change(), None, "the next poll after alarm {alarm} is not due");
        }
        let waits = Lag { waits_for: Some(PollsWait::Pause), ..Lag::default() };
        for (what, lag, has_next_poll) in
            [("no job is active", Lag::default(), false), ("a pause", waits, true)]
        {
            watch.observe_at_alarm(late(61_000));
            watch.take_change();
            watch.observe_between_alarms(lag, has_next_poll);
            assert_eq!(watch.take_change(), Some(LagChange::OnTime), "{what}");
        }
        watch.observe_between_alarms(late(70_000), true);
        assert_eq!(watch.take_change(), Some(LagChange::Late { overdue_ms: 70_000 }), "no alarm came");
        watch.observe_at_alarm(Lag { overdue_ms: 3, ..Lag::default() });
        assert_eq!(watch.take_change(), Some(LagChange::OnTime));
    }
}
