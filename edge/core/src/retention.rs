//! The days for which something is stored, as moments.

use docket_wire::{DAY_MS, RetentionRule, UnixMs};

/// The moment before which everything has been stored for at least so many days.
pub(crate) fn expired_before(days: u32, now: UnixMs) -> UnixMs {
    now.plus_ms(-i64::from(days).saturating_mul(DAY_MS))
}

/// When something has been stored for so many days.
pub(crate) fn expires_at(at: UnixMs, days: u32) -> UnixMs {
    // The moment itself is not yet before.
    at.plus_ms(i64::from(days).saturating_mul(DAY_MS).saturating_add(1))
}

/// The preview of one kind of data. `count` counts what expired before a moment; without days, nothing is counted.
pub(crate) fn rule(
    days: Option<u32>,
    asked_days: Option<u32>,
    now: UnixMs,
    count: impl FnOnce(UnixMs) -> Result<(i64, Option<UnixMs>), crate::storage::DatabaseError>,
) -> Result<RetentionRule, crate::storage::DatabaseError> {
    let counted_days = asked_days.or(days);
    let (count, oldest) = match counted_days {
        Some(days) => count(expired_before(days, now))?,
        None => (0, None),
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let expired = count.min(RetentionRule::COUNTED_MAX);
    Ok(RetentionRule { days, counted_days, expired, more: count > expired, oldest })
}
