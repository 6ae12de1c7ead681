//! Sliding-window limits.

use std::collections::VecDeque;

use docket_wire::UnixMs;

/// Length of the window: the service counts by the hour.
pub(crate) const WINDOW_MS: i64 = 3_600_000;

/// At most `limit` uses in any hour.
#[derive(Debug)]
pub(crate) struct SlidingWindow {
    limit: usize,
    uses: VecDeque<UnixMs>,
}

impl SlidingWindow {
    pub(crate) fn new(limit: u32) -> Self {
        Self { limit: usize::try_from(limit).unwrap_or(usize::MAX), uses: VecDeque::new() }
    }

    /// Takes one use. A refusal takes none.
    ///
    /// # Errors
    /// Whole seconds until the next use is free, rounded up.
    pub(crate) fn take(&mut self, now: UnixMs) -> Result<(), u64> {
        while self.uses.front().is_some_and(|first| now.since_ms(*first) >= WINDOW_MS) {
            self.uses.pop_front();
        }
        if self.uses.len() < self.limit {
            self.uses.push_back(now);
            return Ok(());
        }
        let free_in_ms = self.uses.front().map_or(WINDOW_MS, |first| WINDOW_MS - now.since_ms(*first));
        Err(u64::try_from(free_in_ms).unwrap_or(0).div_ceil(1_000))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_window_slides() {
        let mut window = SlidingWindow::new(2);
        assert_eq!(window.take(UnixMs(0)), Ok(()));
        assert_eq!(window.take(UnixMs(1_000)), Ok(()));
        assert_eq!(window.take(UnixMs(1_500)), Err(3_599));
        assert_eq!(window.take(UnixMs(WINDOW_MS)), Ok(()));
        assert_eq!(window.take(UnixMs(WINDOW_MS)), Err(1));
        assert_eq!(SlidingWindow::new(0).take(UnixMs(0)), Err(3_600));
    }

    proptest! {
        #[test]
        fn no_hour_holds_more_than_the_limit(limit in 0_u32..8, steps in prop::collection::vec(0_i64..900_000, 0..80)) {
            let (mut window, mut now, mut taken) = (SlidingWindow::new(limit), UnixMs(0), Vec::new());
            for step in steps {
                now = now.plus_ms(step);
                match window.take(now) {
                    Ok(()) => taken.push(now),
                    Err(wait) => prop_assert!((1..=3_600).contains(&wait)),
                }
                let in_hour = taken.iter().filter(|at| now.since_ms(**at) < WINDOW_MS).count();
                prop_assert!(in_hour <= limit as usize);
            }
        }
    }
}
