use serde::{Deserialize, Serialize};

use super::{Day, Span, ZoneName};
use crate::{DateOrTime, UnixMs, VisitorsQuery};

/// Clocks of a zone, as far ahead of UTC as they are at any moment. The zone database is the caller's: the
/// browser and workerd have one in `Intl`.
pub trait UtcOffsets {
    /// Seconds ahead of UTC at a moment; negative in the west.
    fn offset_s(&self, at: UnixMs) -> i32;
}

/// The zone whose clocks never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utc;

impl UtcOffsets for Utc {
    fn offset_s(&self, _at: UnixMs) -> i32 {
        0
    }
}

/// Exactly what the service is asked for: from a moment on, and before another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// First moment that counts.
    pub from: DateOrTime,
    /// First moment that no longer counts.
    pub to: DateOrTime,
}

const HOUR_MS: i64 = 60 * 60 * 1000;
/// How far a day of any zone begins before and after that of UTC: clocks were up to 14 h ahead and 12 h behind, and a
/// change just then is looked for as well.
const BEFORE_MS: i64 = 15 * HOUR_MS;
const AFTER_MS: i64 = 13 * HOUR_MS;

/// The first moment of a day by the clocks of a zone.
///
/// Where midnight comes twice that is the first one; where it is skipped, the moment of the change; and where the
/// whole day is skipped, that of the day after. So each day ends where the next one begins.
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

/// The moment, after the first and to the last, from which on clocks have an offset. Clocks change on whole seconds.
fn first_with(offset_s: i32, first: UnixMs, last: UnixMs, zone: &impl UtcOffsets) -> UnixMs {
    let (mut without, mut with) = (first.0.div_euclid(1000), last.0.div_euclid(1000));
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        if zone.offset_s(UnixMs(middle * 1000)) == offset_s { with = middle } else { without = middle }
    }
    UnixMs(with * 1000)
}

impl Interval {
    /// Of all the days of a span. None if the zone's clocks skip them.
    #[must_use]
    pub fn of(span: &Span, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(span.from(), span.to(), span.zone(), zone)
    }

    /// Of one day. None if the zone's clocks skip it, as Samoa's did on 2011-12-30.
    #[must_use]
    pub fn of_day(day: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(day, day, name, zone)
    }

    /// For UTC as the bare dates that people write, otherwise as moments in UTC.
    fn between(from: Day, to: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        let end = to.end()?;
        if name.is_utc() {
            return Some(Self { from: DateOrTime::day(from), to: DateOrTime::day(end) });
        }
        let (from, to) = (day_start(from, zone), day_start(end, zone));
        (from < to).then(|| Self { from: DateOrTime::moment(from), to: DateOrTime::moment(to) })
    }

    /// Whether it was over at a moment.
    #[must_use]
    pub fn is_over(&self, at: UnixMs) -> bool {
        self.to.instant() <= at
    }

    /// The query for one page of it.
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
