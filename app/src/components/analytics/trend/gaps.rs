//! Days without counts: why they have none, and how the chart marks the gaps that they leave in its lines.

use docket_wire::TrendDay;

use super::lines::{HEIGHT, day_start};
use crate::texts::analytics::trend as texts;

/// Why a day has no counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::components::analytics) enum Gap {
    /// The day is not loaded.
    NotLoaded,
    /// The page is not among the rows of the day that are.
    Unknown,
}

impl Gap {
    pub(super) const ALL: [Self; 2] = [Self::NotLoaded, Self::Unknown];

    /// Why a day has no counts, if it has none.
    pub(in crate::components::analytics) fn of(day: &TrendDay) -> Option<Self> {
        match (&day.totals, day.checked_at) {
            (Some(_), _) => None,
            (None, None) => Some(Self::NotLoaded),
            (None, Some(_)) => Some(Self::Unknown),
        }
    }

    /// The word for it, in the middle of a sentence.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::NotLoaded => texts::NOT_LOADED,
            Self::Unknown => texts::UNKNOWN,
        }
    }

    /// Its name in the legend.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NotLoaded => texts::LEGEND_NOT_LOADED,
            Self::Unknown => texts::LEGEND_UNKNOWN,
        }
    }

    /// Its classes in the legend and in the chart.
    pub(super) fn classes(self) -> (&'static str, &'static str) {
        match self {
            Self::NotLoaded => ("legend__key legend__key--all", "track"),
            Self::Unknown => ("legend__key legend__key--unknown", "chart__line chart__line--partial"),
        }
    }

    /// The days of this kind as an SVG path, empty if there are none: an area for days that can still be loaded, and a stroke
    /// at the bottom for those whose counts are low.
    pub(super) fn path(self, days: &[TrendDay]) -> String {
        let is_this = |(_, day): &(usize, &TrendDay)| Self::of(day) == Some(self);
        let shape = |(index, _)| {
            let (from, to) = (day_start(index), day_start(index + 1));
            match self {
                Self::NotLoaded => format!("M{from} 0H{to}V{HEIGHT}H{from}z"),
                Self::Unknown => format!("M{from} {HEIGHT}H{to}"),
            }
        };
        days.iter().enumerate().filter(is_this).map(shape).collect()
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{Interval, UnixMs, Utc, VisitorTotals, ZoneName};

    use super::*;

    #[test]
    fn a_day_without_counts_is_marked_by_the_reason() {
        let first = "2026-11-01".parse::<docket_wire::Day>().unwrap();
        let counts = VisitorTotals { human: 1, ai: 0, total: 1 };
        let cases = [(Some(counts), Some(UnixMs(1))), (None, Some(UnixMs(1))), (None, None), (None, None)];
        let days: Vec<TrendDay> = (0..)
            .zip(cases)
            .map(|(index, (totals, checked_at))| {
                let day = first.plus(index).unwrap();
                let interval = Interval::of_day(day, &ZoneName::utc(), &Utc).unwrap();
                TrendDay { day, interval, totals, partial: false, checked_at }
            })
            .collect();
        let gaps: Vec<_> = days.iter().map(Gap::of).collect();
        assert_eq!(gaps, [None, Some(Gap::Unknown), Some(Gap::NotLoaded), Some(Gap::NotLoaded)]);
        assert_eq!(Gap::Unknown.path(&days), "M10 1000H20");
        assert_eq!(Gap::NotLoaded.path(&days), "M20 0H30V1000H20zM30 0H40V1000H30z");
        assert!(Gap::ALL.iter().all(|gap| gap.path(days.get(..1).unwrap()).is_empty()));
    }
}
