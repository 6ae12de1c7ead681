use docket_wire::{HOUR_MS, UnixMs};

/// At most `limit` requests in any span of `span_ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The maximum number of requests.
    pub limit: u32,
    /// The length, in milliseconds.
    pub span_ms: i64,
}

impl Window {
    /// A window of an hour.
    #[must_use]
    pub fn per_hour(limit: u32) -> Self {
        Self { limit, span_ms: HOUR_MS }
    }

    /// The latest time that no longer counts.
    #[must_use]
    pub fn start(&self, now: UnixMs) -> UnixMs {
        now.plus_ms(self.span_ms.saturating_neg())
    }

    /// The latest time that counts. A later one was written by a clock that had run ahead, and would count until that time comes.
    #[must_use]
    pub fn latest(&self, now: UnixMs) -> UnixMs {
        now.plus_ms(self.span_ms)
    }

    /// Whether a rule that ends at this time applies now. None lasts longer than the window: one that would was written
    /// by a clock that had run ahead.
    pub(super) fn applies_until(&self, end: UnixMs, now: UnixMs) -> bool {
        (1..=self.span_ms).contains(&end.since_ms(now))
    }
}
