use serde::{Deserialize, Serialize};

/// A moment, in milliseconds since 1970-01-01T00:00:00Z. In JSON it is a date-time of RFC 3339 in UTC, with
/// milliseconds:
/// `2026-01-31T09:30:00.000Z`.
///
/// The shared crates read no clock: moments are arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UnixMs(pub i64);

impl UnixMs {
    /// This moment plus `ms` milliseconds, limited to the range of the type.
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this moment; negative if `earlier` is later.
    #[must_use]
    pub const fn since_ms(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}
