use docket_wire::{RequestBudget, UnixMs};

use super::times::RequestTimes;
use super::window::Window;

/// The remaining requests of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub limit: u32,
    /// Requests that may be made now.
    pub remaining: u32,
    /// When one more request will be free than now; now, if none is counted.
    pub resets_at: UnixMs,
    /// The end of the pause that the service asked for, while it lasts.
    pub paused_until: Option<UnixMs>,
}

impl Window {
    /// The budget that the requests at some times leave. Until `paused_until`, no request is left.
    #[must_use]
    pub fn budget(&self, times: &RequestTimes, paused_until: Option<UnixMs>, now: UnixMs) -> Budget {
        let used = times.count(self, now);
        let remaining = self.limit.saturating_sub(used);
        // With more requests than the limit, as after it was lowered, several have to leave the window before one is
        // free.
        let excess = used.saturating_sub(self.limit);
        let free_at = times.nth(self, now, excess).map_or(now, |at| at.plus_ms(self.span_ms));
        let paused_until = paused_until.filter(|until| self.applies_until(*until, now));
        let (remaining, resets_at) = match paused_until {
            Some(until) if remaining == 0 => (0, until.max(free_at)),
            Some(until) => (0, until),
            None => (remaining, free_at),
        };
        Budget { limit: self.limit, remaining, resets_at, paused_until }
    }
}

impl Budget {
    /// When the next request may be made: now, if one is left.
    #[must_use]
    pub fn free_at(&self, now: UnixMs) -> UnixMs {
        if self.remaining > 0 { now } else { self.resets_at }
    }

    /// The end of the pause, if the next request waits for that rather than for the limit.
    #[must_use]
    pub fn waits_for_pause(&self) -> Option<UnixMs> {
        self.paused_until.filter(|until| *until >= self.resets_at)
    }

    /// Seconds until one more request is free, rounded up.
    #[must_use]
    pub fn reset_s(&self, now: UnixMs) -> u64 {
        self.resets_at.wait_s(now)
    }

    /// The budget as the API reports it.
    #[must_use]
    pub fn view(&self, now: UnixMs) -> RequestBudget {
        let Self { limit, remaining, paused_until, .. } = *self;
        RequestBudget { limit, remaining, reset_s: self.reset_s(now), paused_until }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WINDOW: Window = Window { limit: 3, span_ms: 1000 };

    fn budget(requests: &[i64], paused: Option<i64>, now: i64) -> (u32, i64) {
        let mut times = RequestTimes::default();
        for at in requests {
            times.add(UnixMs(*at), &WINDOW);
        }
        let budget = WINDOW.budget(&times, paused.map(UnixMs), UnixMs(now));
        (budget.remaining, budget.resets_at.0)
    }

    #[test]
    fn a_window_slides() {
        assert_eq!(budget(&[], None, 5000), (3, 5000));
        assert_eq!(budget(&[4500], None, 5000), (2, 5500));
        assert_eq!(budget(&[4000, 4001, 4999], None, 5000), (1, 5001));
        assert_eq!(budget(&[4001, 4002, 4999], None, 5000), (0, 5001));
        assert_eq!(budget(&[4001, 4002, 4003, 4004, 4005], None, 5000), (0, 5003));
    }

    #[test]
    fn a_request_of_a_clock_that_ran_ahead_counts_no_longer_than_two_windows() {
        assert_eq!(budget(&[5900, 5950, 6000], None, 5000), (0, 6900));
        assert_eq!(budget(&[6001, 6002, 31_536_000_000], None, 5000), (3, 5000));
    }

    #[test]
    fn a_pause_overrides_the_window() {
        assert_eq!(budget(&[], Some(5700), 5000), (0, 5700));
        assert_eq!(budget(&[], Some(5000), 5000), (3, 5000));
        assert_eq!(budget(&[4900, 4901, 4902], Some(5100), 5000), (0, 5900));
    }

    #[test]
    fn a_request_waits_for_the_pause_or_for_the_limit_whichever_is_longer() {
        let waits_for = |requests: &[i64], paused| {
            let entries = requests.iter().map(|at| (UnixMs(*at), 1)).collect();
            WINDOW.budget(&RequestTimes { entries }, Some(UnixMs(paused)), UnixMs(5000)).waits_for_pause()
        };
        assert_eq!(waits_for(&[], 5100), Some(UnixMs(5100)));
        assert_eq!(waits_for(&[4001, 4002, 4003], 5100), Some(UnixMs(5100)));
        assert_eq!(waits_for(&[4900, 4901, 4902], 5100), None);
        assert_eq!(waits_for(&[], 5000), None);
    }

    #[test]
    fn a_pause_longer_than_the_window_does_not_count() {
        assert_eq!(budget(&[], Some(6000), 5000), (0, 6000));
        assert_eq!(budget(&[], Some(6001), 5000), (3, 5000));
    }

    #[test]
    fn seconds_are_rounded_up() {
        for (resets_at, seconds) in [(0, 0), (1, 1), (1000, 1), (1001, 2), (-5, 0)] {
            let budget = Budget { limit: 1, remaining: 0, resets_at: UnixMs(resets_at), paused_until: None };
            assert_eq!(budget.reset_s(UnixMs(0)), seconds);
        }
    }

    proptest! {
        #[test]
        fn a_request_is_free_at_the_reset(mut made in proptest::collection::vec(0i64..3000, 0..9), now in 2500i64..3500) {
            made.retain(|at| *at <= now);
            made.sort_unstable();
            let (remaining, resets_at) = budget(&made, None, now);
            let (later, _) = budget(&made, None, resets_at);
            prop_assert!(later > 0);
            prop_assert!(later > remaining || remaining == WINDOW.limit);
        }
    }
}
