use serde::{Deserialize, Serialize};

/// 1970-01-01 in days since the first of the year 1.
pub(super) const EPOCH_DAYS: i32 = 719_163;
/// The milliseconds of a minute.
pub const MINUTE_MS: i64 = 60 * 1000;
/// The milliseconds of an hour.
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
/// The milliseconds of a day in UTC.
pub const DAY_MS: i64 = 24 * HOUR_MS;

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

    /// Seconds to wait from `now` until this moment, rounded up; 0 if it has passed.
    #[must_use]
    pub fn wait_s(self, now: Self) -> u64 {
        self.since_ms(now).max(0).unsigned_abs().div_ceil(1000)
    }
}
