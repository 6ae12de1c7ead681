//! Whether a response is slow to come.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// A person begins to wonder after this time.
const SLOW_AFTER_MS: u32 = 5_000;

thread_local! {
    /// How many requests have waited that long.
    static SLOW: ArcRwSignal<u32> = ArcRwSignal::new(0);
}

/// Whether a request has been waiting for its response longer than people expect. Reactive.
pub(crate) fn has_slow_request() -> bool {
    SLOW.with(|slow| slow.get() > 0)
}

/// A request that waits for its response, until it is dropped.
pub(super) struct Waiting {
    is_slow: Rc<Cell<bool>>,
    /// Cancelled when it is dropped.
    _timer: Timeout,
}

impl Waiting {
    pub(super) fn begin() -> Self {
        let is_slow = Rc::new(Cell::new(false));
        // A timer that could not be cancelled finds nothing that waits.
        let waiting = Rc::downgrade(&is_slow);
        let timer = Timeout::new(SLOW_AFTER_MS, move || {
            if let Some(is_slow) = waiting.upgrade() {
                is_slow.set(true);
                SLOW.with(|slow| slow.update(|count| *count += 1));
            }
        });
        Self { is_slow, _timer: timer }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_slow.get() {
            SLOW.with(|slow| slow.update(|count| *count = count.saturating_sub(1)));
        }
    }
}
