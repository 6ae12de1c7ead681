//! When future requests can be complete.

use docket_wire::UnixMs;

use super::times::RequestTimes;
use super::window::Window;

impl Window {
    /// When the last of `requests` can be made, if each is made as early as the window has it. Each of them counts for
    /// those after it. A window without a limit above 0 is taken to have one request.
    #[must_use]
    pub fn done_at(
        &self,
        times: &RequestTimes,
        paused_until: Option<UnixMs>,
        requests: u32,
        now: UnixMs,
    ) -> UnixMs {
        let first = paused_until.map_or(now, |until| until.max(now));
        // The times of the requests that the window counts, and then of those that are made: the request after `limit`
        // others waits until the first of these leaves the window.
        let mut made_at = Vec::new();
        for (at, count) in times.counted(self, now) {
            for _ in 0..*count {
                made_at.push(*at);
            }
        }
        let limit = usize::try_from(self.limit.max(1)).unwrap_or(usize::MAX);
        let mut done_at = now;
        for _ in 0..requests {
            let leaves = made_at.len().checked_sub(limit).and_then(|nth| made_at.get(nth));
            done_at = leaves.map_or(first, |at| at.plus_ms(self.span_ms).max(first));
            made_at.push(done_at);
        }
        done_at
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::HOUR_MS;
    use proptest::prelude::*;

    use super::*;

    fn times_at(window: &Window, made_at: &[i64]) -> RequestTimes {
        let mut times = RequestTimes::default();
        for at in made_at {
            times.add(UnixMs(*at), window);
        }
        times
    }

    #[test]
    fn the_last_request_is_made_when_the_window_has_it() {
        let (window, now) = (Window::per_hour(3), UnixMs(10 * HOUR_MS));
        let empty = RequestTimes::default();
        let used = times_at(&window, &[now.0 - 50_000, now.0 - 20_000]);
        for (times, paused, requests, after_ms) in [
            (&empty, None, 0, 0),
            (&empty, None, 3, 0),
            (&empty, None, 4, HOUR_MS),
            (&empty, None, 7, 2 * HOUR_MS),
            (&used, None, 1, 0),
            (&used, None, 2, HOUR_MS - 50_000),
            (&used, None, 4, HOUR_MS),
            (&used, Some(now.plus_ms(90_000)), 1, 90_000),
        ] {
            let done_at = window.done_at(times, paused, requests, now);
            assert_eq!(done_at, now.plus_ms(after_ms), "{requests} with {times:?}");
        }
        assert_eq!(Window::per_hour(0).done_at(&empty, None, 2, now), now.plus_ms(HOUR_MS));
    }

    proptest! {
        /// The forecast is what a backfill does: it makes a request whenever the window has one.
        #[test]
        fn the_forecast_holds(
            limit in 1_u32..12, used in proptest::collection::vec(0_i64..HOUR_MS, 0..20), requests in 1_u32..40,
        ) {
            let (window, now) = (Window::per_hour(limit), UnixMs(10 * HOUR_MS));
            let made_at: Vec<i64> = used.iter().map(|ago| now.0 - ago).collect();
            let mut times = times_at(&window, &made_at);
            let forecast = window.done_at(&times, None, requests, now);
            let (mut at, mut made) = (now, 0);
            loop {
                let budget = window.budget(&times, None, at);
                if budget.remaining == 0 {
                    at = budget.resets_at;
                    continue;
                }
                times.add(at, &window);
                made += 1;
                if made == requests {
                    break;
                }
            }
            prop_assert_eq!(forecast, at);
        }
    }
}
