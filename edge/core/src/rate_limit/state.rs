use docket_wire::UnixMs;

use super::budget::Budget;
use super::times::RequestTimes;
use super::window::Window;

/// A request that is counted and may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permit {
    /// When the request counts: later than it was sent, if the window rounds times.
    pub(super) counted_at: UnixMs,
    pub(super) sent_at: UnixMs,
}

/// The stored state of a limiter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LimiterState {
    pub times: RequestTimes,
    /// No request may be made before this time.
    pub paused_until: Option<UnixMs>,
    /// A limit below the window's own, learned from a 429.
    pub learned: Option<LearnedLimit>,
}

/// A limit learned from a 429, because other clients use the same budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LearnedLimit {
    pub limit: u32,
    /// The limit applies until this time.
    pub until: UnixMs,
}

impl LimiterState {
    /// The budget of the window without `reserve` requests, which are left to others.
    #[must_use]
    pub fn budget(&self, window: &Window, reserve: u32, now: UnixMs) -> Budget {
        let limit = window.limit.saturating_sub(reserve);
        Window { limit, ..*window }.budget(&self.times, self.paused_until, now)
    }

    /// Pauses requests for so many seconds, but no longer than the window, and no shorter than the pause that applies.
    pub fn pause(&mut self, pause_s: u32, window: &Window, now: UnixMs) {
        let until = now.plus_ms((i64::from(pause_s) * 1000).min(window.span_ms));
        let known = self.paused_until.filter(|known| window.applies_until(*known, now));
        self.paused_until = known.max(Some(until));
    }

    /// Whether a request was sent after a pause, and none has been answered since that pause began.
    #[must_use]
    pub fn has_waited(&self, permit: Permit) -> bool {
        self.paused_until.is_some_and(|until| until <= permit.sent_at)
    }

    /// The learned limit, while it applies.
    #[must_use]
    pub fn learned_limit(&self, window: &Window, now: UnixMs) -> Option<u32> {
        self.learned.filter(|learned| window.applies_until(learned.until, now)).map(|learned| learned.limit)
    }

    /// Raises a learned limit by a tenth beyond the requests that the service has accepted, if they are more: the limit
    /// was a guess, because only the service knows what others use.
    pub(super) fn raise_learned(&mut self, window: &Window, now: UnixMs) {
        let used = self.times.count(window, now);
        if let Some(learned) = self.learned.as_mut().filter(|learned| used > learned.limit) {
            learned.limit = used.saturating_add((used / 10).max(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { limit: 3, span_ms: 10_000 };
    const NOW: UnixMs = UnixMs(1_000_000);

    fn paused(before: Option<i64>, pause_s: u32) -> Option<i64> {
        let mut state = LimiterState { paused_until: before.map(UnixMs), ..LimiterState::default() };
        state.pause(pause_s, &WINDOW, NOW);
        state.budget(&WINDOW, 0, NOW).paused_until.map(|until| until.since_ms(NOW))
    }

    #[test]
    fn the_longer_pause_applies() {
        assert_eq!(paused(None, 4), Some(4_000));
        assert_eq!(paused(None, 60), Some(10_000));
        assert_eq!(paused(Some(NOW.0 + 7_000), 4), Some(7_000));
        assert_eq!(paused(Some(NOW.0 + 2_000), 4), Some(4_000));
    }

    #[test]
    fn what_a_clock_that_had_run_ahead_wrote_applies_no_longer() {
        let tomorrow = NOW.plus_ms(86_400_000);
        assert_eq!(
            paused(Some(tomorrow.0), 4),
            Some(4_000),
            "and it does not hide the pause that the service asks for"
        );
        let learned = |until| Some(LearnedLimit { limit: 1, until });
        let mut state = LimiterState { learned: learned(tomorrow), ..LimiterState::default() };
        assert_eq!(state.learned_limit(&WINDOW, NOW), None);
        state.learned = learned(NOW.plus_ms(10_000));
        assert_eq!(state.learned_limit(&WINDOW, NOW), Some(1));
        assert_eq!(state.learned_limit(&WINDOW, NOW.plus_ms(10_000)), None);
    }
}
