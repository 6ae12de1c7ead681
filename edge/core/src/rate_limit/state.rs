use docket_wire::UnixMs;

use super::budget::Budget;
use super::log::RequestLog;
use super::window::Window;

/// What a limiter stores.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LimiterState {
    /// The requests.
    pub log: RequestLog,
    /// No request may be made before this moment.
    pub paused_until: Option<UnixMs>,
    /// A limit below the window's own, learned from a 429.
    pub learned: Option<LearnedLimit>,
}

/// A limit that a 429 taught: others spend of the same budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LearnedLimit {
    /// Requests per window.
    pub limit: u32,
    /// It holds until this moment.
    pub until: UnixMs,
}

impl LimiterState {
    /// What is left of the window, with `reserve` requests of it left for others.
    #[must_use]
    pub fn budget(&self, window: &Window, reserve: u32, now: UnixMs) -> Budget {
        let limit = window.limit.saturating_sub(reserve);
        Window { limit, ..*window }.budget(&self.log, self.paused_until, now)
    }

    /// The learned limit, while it holds.
    #[must_use]
    pub fn learned_limit(&self, now: UnixMs) -> Option<u32> {
        self.learned.filter(|learned| learned.until > now).map(|learned| learned.limit)
    }
}
