//! The service's clock: tokio's clock with a configurable start, which tests can move forward.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use docket_wire::UnixMs;
use tokio::time::Instant;

#[derive(Debug)]
pub(crate) struct Clock {
    start: UnixMs,
    started: Instant,
    ahead_ms: AtomicI64,
}

impl Clock {
    /// Runs from `start`, or from the system's time.
    pub(crate) fn new(start: Option<UnixMs>) -> Self {
        let start = start.unwrap_or_else(system_now);
        Self { start, started: Instant::now(), ahead_ms: AtomicI64::new(0) }
    }

    pub(crate) fn now(&self) -> UnixMs {
        self.start.plus_ms(ms(self.started.elapsed())).plus_ms(self.ahead_ms.load(Ordering::Relaxed))
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.ahead_ms.fetch_add(ms(by), Ordering::Relaxed);
    }
}

fn system_now() -> UnixMs {
    UnixMs(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, ms))
}

/// Whole milliseconds of `duration`, at most the maximum of the type.
pub(crate) fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_runs_with_tokio_and_jumps_on_demand() {
        let clock = Clock::new(Some(UnixMs(1_000)));
        assert_eq!(clock.now(), UnixMs(1_000));
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now(), UnixMs(1_250));
        clock.advance(Duration::from_secs(2));
        assert_eq!(clock.now(), UnixMs(3_250));
    }
}
