use docket_wire::UnixMs;

use super::budget::Budget;
use super::log::RequestLog;
use super::window::Window;

/// The stored state of a limiter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LimiterState {
    pub log: RequestLog,
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
        Window { limit, ..*window }.budget(&self.log, self.paused_until, now)
    }

    /// The learned limit, while it applies.
    #[must_use]
    pub fn learned_limit(&self, now: UnixMs) -> Option<u32> {
        self.learned.filter(|learned| learned.until > now).map(|learned| learned.limit)
    }
}
