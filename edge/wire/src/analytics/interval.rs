use serde::{Deserialize, Serialize};

use super::{Day, Span, ZoneName};
use crate::{DateOrTime, UnixMs, VisitorsQuery};

/// The UTC offsets of a zone. The caller implements it with its own zone database: the browser and workerd have one in
/// `Intl`.
pub trait UtcOffsets {
    /// Seconds ahead of UTC at a time; negative in the west.
    fn offset_s(&self, at: UnixMs) -> i32;
}

/// UTC, whose offset is always zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utc;

impl UtcOffsets for Utc {
    fn offset_s(&self, _at: UnixMs) -> i32 {
        0
    }
}

/// The exact interval of a request to the service: from `from` inclusive to `to` exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// The first instant of the interval.
    pub from: DateOrTime,
    /// The first instant after the interval.
    pub to: DateOrTime,
}

const HOUR_MS: i64 = 60 * 60 * 1000;
/// How long before and after its start in UTC a day can start in any zone. Offsets range from 14 h ahead to 12 h
/// behind; the extra hour covers a clock change at the start.
const BEFORE_MS: i64 = 15 * HOUR_MS;
const AFTER_MS: i64 = 13 * HOUR_MS;

/// The first instant of a day, by the clocks of a zone.
///
/// If midnight happens twice, the day starts at the first one. If midnight is skipped, it starts at the clock change.
/// If the whole day is skipped, its start is that of the next day. So each day ends where the next one starts.
#[must_use]
pub fn day_start(day: Day, zone: &impl UtcOffsets) -> UnixMs {
    let midnight = day.utc_start();
    let midnight_at = |offset_s: i32| midnight.plus_ms(-i64::from(offset_s) * 1000);
    let (first, last) = (midnight.plus_ms(-BEFORE_MS), midnight.plus_ms(AFTER_MS));
    let (before, after) = (zone.offset_s(first), zone.offset_s(last));
    if before == after {
        return midnight_at(before);
    }
    let change = first_with(after, first, last, zone);
    if midnight_at(before) < change { midnight_at(before) } else { midnight_at(after).max(change) }
}

/// The instant between `first` and `last` from which the offset applies. Clocks change on whole seconds.
fn first_with(offset_s: i32, first: UnixMs, last: UnixMs, zone: &impl UtcOffsets) -> UnixMs {
    let (mut without, mut with) = (first.0.div_euclid(1000), last.0.div_euclid(1000));
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        if zone.offset_s(UnixMs(middle * 1000)) == offset_s { with = middle } else { without = middle }
    }
    UnixMs(with * 1000)
}

impl Interval {
    /// The interval of all days of a span. `None` if the zone's clocks skip them.
    #[must_use]
    pub fn of(span: &Span, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(span.from(), span.to(), span.zone(), zone)
    }

    /// The interval of one day. `None` if the zone's clocks skip it, as Samoa's did on 2011-12-30.
    #[must_use]
    pub fn of_day(day: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        Self::between(day, day, name, zone)
    }

    /// Uses bare dates for UTC, as people write them, and date-times in UTC for other zones.
    fn between(from: Day, to: Day, name: &ZoneName, zone: &impl UtcOffsets) -> Option<Self> {
        let end = to.end()?;
        if name.is_utc() {
            return Some(Self { from: DateOrTime::day(from), to: DateOrTime::day(end) });
        }
        let (from, to) = (day_start(from, zone), day_start(end, zone));
        (from < to).then(|| Self { from: DateOrTime::moment(from), to: DateOrTime::moment(to) })
    }

    /// Whether the interval is over at a time.
    #[must_use]
    pub fn is_over(&self, at: UnixMs) -> bool {
        self.to.instant() <= at
    }

    /// The query for one page of the interval.
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
