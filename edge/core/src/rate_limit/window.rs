use docket_wire::UnixMs;

/// At most so many requests in any span of this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Requests.
    pub limit: u32,
    /// Length, in milliseconds.
    pub span_ms: i64,
}

impl Window {
    /// So many requests an hour.
    #[must_use]
    pub fn per_hour(limit: u32) -> Self {
        Self { limit, span_ms: 3_600_000 }
    }

    /// The latest moment that no longer counts.
    #[must_use]
    pub fn start(&self, now: UnixMs) -> UnixMs {
        now.plus_ms(self.span_ms.saturating_neg())
    }
}
