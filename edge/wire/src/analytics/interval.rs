use serde::{Deserialize, Serialize};

use super::Span;
use crate::{DateOrTime, Day, HOUR_MS, UnixMs, UtcOffsets, VisitorsQuery, ZoneName};

/// The exact interval of a request to the service.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interval {
    /// First moment of the interval.
    pub from: DateOrTime,
    /// First moment after the interval.
    pub to: DateOrTime,
}

/// How long before and after midnight UTC a day can begin in any zone: offsets are from +14 h to -12 h, and the search
/// for a change of the offset needs one more hour.
const BEFORE_MS: i64 = 15 * HOUR_MS;
const AFTER_MS: i64 = 13 * HOUR_MS;

/// The first moment of a day in a time zone.
///
/// If midnight occurs twice, it is the first one. If midnight is skipped, it is the moment of the change. If the whole
/// day is skipped, it is the first moment of the next day. So each day ends where the next one begins.
#[must_use]
pub fn day_start(day: Day, zone: &impl UtcOffsets) -> UnixMs {
    let midnight = day.utc_start();
    let behind = |offset_s: i32| midnight.plus_ms(-i64::from(offset_s) * 1000);
    let (first, last) = (midnight.plus_ms(-BEFORE_MS), midnight.plus_ms(AFTER_MS));
    let (before, after) = (zone.offset_s(first), zone.offset_s(last));
    if before == after {
        return behind(before);
    }
    let change = first_with(after, first, last, zone);
    if behind(before) < change { behind(before) } else { behind(after).max(change) }
}

/// The first moment with an offset, after `first` and up to `last`. Offsets change on whole seconds.
fn first_with(offset_s: i32, first: UnixMs, last: UnixMs, zone: &impl UtcOffsets) -> UnixMs {
    let (mut without, mut with) = (first.0.div_euclid(1000), last.0.div_euclid(1000));
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        if zone.offset_s(UnixMs(middle * 1000)) == offset_s { with = middle } else { without = middle }
    }
    UnixMs(with * 1000)
}

impl Interval {
    /// The interval of a span, or `None` if the time zone skips all its days.
    #[must_use]
    pub fn of(span: &Span, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(span.from(), span.to(), span.zone(), zone)
    }

    /// The interval of one day, or `None` if the time zone skips it, as Samoa did with 2011-12-30.
    #[must_use]
    pub fn of_day(day: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(day, day, name, zone)
    }

    /// In UTC the interval has dates, otherwise it has moments in UTC.
    fn between(from: Day, to: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        let end = to.end()?;
        if name.is_utc() {
            return Some(Self { from: DateOrTime::day(from), to: DateOrTime::day(end) });
        }
        let (from, to) = (day_start(from, zone), day_start(end, zone));
        (from < to).then(|| Self { from: DateOrTime::from_unix_ms(from), to: DateOrTime::from_unix_ms(to) })
    }

    /// Whether it is as long as a day can be, with the changes of clocks.
    #[must_use]
    pub fn is_of_one_day(&self) -> bool {
        (20 * HOUR_MS..=28 * HOUR_MS).contains(&self.to.instant().since_ms(self.from.instant()))
    }

    /// Whether it was over at a moment.
    #[must_use]
    pub fn is_over(&self, at: UnixMs) -> bool {
        self.to.instant() <= at
    }

    /// The query for one page of rows.
    #[must_use]
    pub fn page(&self, limit: u32, offset: u64) -> VisitorsQuery {
        VisitorsQuery {
            date_from: Some(self.from.clone()),
            date_to: Some(self.to.clone()),
            limit: Some(limit),
            offset: (offset > 0).then_some(offset),
        }
    }
}
