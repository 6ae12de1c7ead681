use docket_wire::UnixMs;

use super::window::Window;

/// The number of steps per window to which times are rounded, if the limit is too high to store each one exactly.
const STEPS: i64 = 128;
/// Up to this limit, every time is stored exactly.
const EXACT_LIMIT_MAX: u32 = 256;
/// The number of windows for which a request stays in the list. It counts for one window. After a clock that ran ahead
/// is set back, older requests count again.
const WINDOWS_STORED: i64 = 6;

/// When requests were made, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestTimes {
    /// A time, and how many requests are counted then.
    pub(super) entries: Vec<(UnixMs, u32)>,
}

impl RequestTimes {
    /// Adds a request. Returns the time at which it is counted: `at` or later, so that rounding frees a request too
    /// late rather than too early.
    pub fn add(&mut self, at: UnixMs, window: &Window) -> UnixMs {
        let step_ms = if window.limit > EXACT_LIMIT_MAX { (window.span_ms / STEPS).max(1) } else { 1 };
        let excess_ms = at.0.rem_euclid(step_ms);
        let counted_at = if excess_ms == 0 { at } else { at.plus_ms(step_ms - excess_ms) };
        let expired = at.plus_ms(window.span_ms.saturating_mul(WINDOWS_STORED).saturating_neg());
        self.entries.retain(|(at, _)| *at > expired);
        let index = self.entries.partition_point(|(at, _)| *at < counted_at);
        match self.entries.get_mut(index) {
            Some((at, count)) if *at == counted_at => *count = count.saturating_add(1),
            _ => self.entries.insert(index, (counted_at, 1)),
        }
        counted_at
    }

    /// Removes one request that is counted at this time, if there is one.
    pub fn remove(&mut self, counted_at: UnixMs) {
        if let Some((_, count)) = self.entries.iter_mut().find(|(at, _)| *at == counted_at) {
            *count = count.saturating_sub(1);
        }
        self.entries.retain(|(_, count)| *count > 0);
    }

    /// The number of requests that a window counts now.
    #[must_use]
    pub fn count(&self, window: &Window, now: UnixMs) -> u32 {
        self.counted(window, now).fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// The time of the first request that a window counts now, after `skipped` others.
    pub(super) fn nth(&self, window: &Window, now: UnixMs, skipped: u32) -> Option<UnixMs> {
        let mut passed = 0_u32;
        let mut counted = self.counted(window, now);
        counted.find_map(|(at, count)| {
            passed = passed.saturating_add(*count);
            (passed > skipped).then_some(*at)
        })
    }

    /// The time of the last request but `count - 1`: since then, so many were made.
    pub(crate) fn nth_latest(&self, count: u32) -> Option<UnixMs> {
        let mut made = 0_u32;
        let mut latest = self.entries.iter().rev();
        latest.find_map(|(at, number)| {
            made = made.saturating_add(*number);
            (made >= count).then_some(*at)
        })
    }

    /// The time of the last request.
    #[must_use]
    pub fn last(&self) -> Option<UnixMs> {
        self.entries.last().map(|(at, _)| *at)
    }

    /// The time of the last request that was not made after `now`: a clock that ran ahead may have been set back.
    #[must_use]
    pub fn last_until(&self, now: UnixMs) -> Option<UnixMs> {
        self.entries.iter().rev().map(|(at, _)| *at).find(|at| *at <= now)
    }

    /// The times that a window counts now, and how many requests are counted then.
    pub(super) fn counted(&self, window: &Window, now: UnixMs) -> impl Iterator<Item = &(UnixMs, u32)> {
        let (start, latest) = (window.start(now), window.latest(now));
        self.entries.iter().filter(move |(at, _)| *at > start && *at <= latest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_window_counts_fewer_requests_than_were_made(
            limit in prop_oneof![Just(10_u32), Just(3600)],
            steps in proptest::collection::vec(0_i64..400_000, 1..200),
        ) {
            let window = Window::per_hour(limit);
            let (mut times, mut made, mut now) = (RequestTimes::default(), Vec::new(), UnixMs(1_795_176_000_000));
            for step in steps {
                now = now.plus_ms(step);
                times.add(now, &window);
                made.push(now);
                let start = window.start(now);
                let exact = made.iter().filter(|at| **at > start).count();
                let counted = times.count(&window, now) as usize;
                prop_assert!(counted >= exact);
                // Rounding counts a request for at most one step too long.
                let longer = made.iter().filter(|at| **at > start.plus_ms(-window.span_ms / STEPS)).count();
                prop_assert!(counted <= longer);
            }
            prop_assert!(times.entries.len() <= (STEPS * WINDOWS_STORED) as usize + 1 || limit <= EXACT_LIMIT_MAX);
        }

        #[test]
        fn a_clock_that_ran_ahead_and_is_set_back_forgets_nothing(
            made in 1_u32..12, ahead in proptest::collection::vec(0_i64..5 * 3_600_000, 1..12),
        ) {
            let (window, now) = (Window::per_hour(12), UnixMs(1_795_176_000_000));
            let mut times = RequestTimes::default();
            for _ in 0..made {
                times.add(now, &window);
            }
            for ms in ahead {
                times.add(now.plus_ms(ms), &window);
            }
            prop_assert!(times.count(&window, now) >= made);
        }

        #[test]
        fn removing_all_requests_leaves_none(made_at in proptest::collection::vec(0_i64..10_000_000, 1..50)) {
            let window = Window::per_hour(3600);
            let mut times = RequestTimes::default();
            let mut counted = Vec::new();
            for at in &made_at {
                counted.push(times.add(UnixMs(*at), &window));
            }
            prop_assert!(times.entries.is_sorted());
            for at in counted {
                times.remove(at);
            }
            prop_assert_eq!(times, RequestTimes::default());
        }
    }
}
