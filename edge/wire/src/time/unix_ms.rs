use serde::{Deserialize, Serialize};

/// A moment, in milliseconds since 1970-01-01T00:00:00Z. A plain number in JSON.
///
/// The shared crates read no clock: moments are arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
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
