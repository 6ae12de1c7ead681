//! The lines of the chart as SVG paths. The page stretches the view box, so only the text outside it has a size.

use docket_wire::{TrendDay, VisitorTotals};

/// Height of the view box. Coordinates are integers, since code that formats fractions is larger than the chart.
pub(super) const HEIGHT: u64 = 1000;
/// Width of a day in the view box.
const DAY_WIDTH: u64 = 10;

/// The SVG paths of a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ChartLine {
    /// Strokes between neighbouring days that have counts.
    pub strokes: String,
    /// Strokes from and to days that had not ended when they were counted.
    pub partial_strokes: String,
    /// Days with counts whose neighbours have none: no stroke reaches them, so each is a dot.
    pub dots: String,
    /// Days that had not ended when they were counted.
    pub partial: String,
}

impl ChartLine {
    /// The line of one count, on an axis that ends at `top`.
    pub(super) fn new(days: &[TrendDay], top: u64, count_of: fn(&VisitorTotals) -> u64) -> Self {
        let points: Vec<Option<(u64, u64)>> = days
            .iter()
            .enumerate()
            .map(|(index, day)| Some((day_middle(index), y(count_of(day.totals.as_ref()?), top))))
            .collect();
        let at = |index: usize| points.get(index).copied().flatten();
        let is_partial = |index: usize| days.get(index).is_some_and(|day| day.partial);
        let mut line = Self::default();
        if let ([day], [Some((_, y))]) = (days, points.as_slice()) {
            // A dot in the middle of an empty chart can hardly be read; a level across it can.
            let strokes = if day.partial { &mut line.partial_strokes } else { &mut line.strokes };
            strokes.push_str(&format!("M0 {y}H{DAY_WIDTH}"));
            return line;
        }
        for (index, day) in days.iter().enumerate() {
            let Some((x, y)) = at(index) else { continue };
            let before = index.checked_sub(1);
            let previous = before.and_then(at);
            // A stroke without a length: its round caps keep their shape when the view box is stretched.
            let dot = format!("M{x} {y}h0");
            match previous {
                Some((before_x, before_y)) if day.partial || before.is_some_and(is_partial) => {
                    line.partial_strokes.push_str(&format!("M{before_x} {before_y}L{x} {y}"));
                    line.strokes.push_str(&format!("M{x} {y}"));
                }
                Some(_) => line.strokes.push_str(&format!("L{x} {y}")),
                None => line.strokes.push_str(&format!("M{x} {y}")),
            }
            if day.partial {
                line.partial.push_str(&dot);
            } else if previous.is_none() && at(index + 1).is_none() {
                line.dots.push_str(&dot);
            }
        }
        line
    }
}

/// The end of the axis: the next number that has one significant digit, which is easy to read.
pub(super) fn axis_top(max: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for step in [1, 2, 3, 4, 5, 6, 8] {
            match power.checked_mul(step) {
                Some(top) if top >= max => return top,
                Some(_) => {}
                None => return u64::MAX,
            }
        }
        let Some(next) = power.checked_mul(10) else { return u64::MAX };
        power = next;
    }
}

/// The largest count of any day.
pub(super) fn max_count(days: &[TrendDay]) -> u64 {
    days.iter().filter_map(|day| day.totals).map(|t| t.total.max(t.human).max(t.ai)).max().unwrap_or(0)
}

/// The x coordinate at which a day starts.
pub(super) fn day_start(index: usize) -> u64 {
    u64::try_from(index).unwrap_or(0) * DAY_WIDTH
}

/// The x coordinate of a day's counts.
pub(super) fn day_middle(index: usize) -> u64 {
    day_start(index) + DAY_WIDTH / 2
}

/// The y coordinate of a count, which grows downwards.
fn y(count: u64, top: u64) -> u64 {
    let part = u128::from(count.min(top)) * u128::from(HEIGHT);
    let height = part.checked_div(u128::from(top)).unwrap_or(0);
    HEIGHT.saturating_sub(u64::try_from(height).unwrap_or(HEIGHT))
}

#[cfg(test)]
mod tests {
    use docket_wire::{Interval, Utc, ZoneName};

    use super::*;

    fn days(totals: &[Option<u64>]) -> Vec<TrendDay> {
        let first = "2026-11-01".parse::<docket_wire::Day>().unwrap();
        let one = |(index, total): (usize, &Option<u64>)| {
            let day = first.plus(i32::try_from(index).unwrap()).unwrap();
            TrendDay {
                day,
                interval: Interval::of_day(day, &ZoneName::utc(), &Utc).unwrap(),
                totals: total.map(|total| VisitorTotals { human: total, ai: 0, total }),
                partial: index + 1 == totals.len(),
                checked_at: None,
            }
        };
        totals.iter().enumerate().map(one).collect()
    }

    #[test]
    fn the_axis_ends_at_a_round_number() {
        for (max, top) in [
            (0, 1),
            (1, 1),
            (3, 3),
            (7, 8),
            (10, 10),
            (11, 20),
            (21_406, 30_000),
            (601, 800),
            (u64::MAX, u64::MAX),
        ] {
            assert_eq!(axis_top(max), top, "{max}");
        }
    }

    #[test]
    fn a_missing_day_leaves_a_gap() {
        let days = days(&[Some(10), Some(5), None, Some(20), None, Some(0)]);
        let line = ChartLine::new(&days, 20, |totals| totals.total);
        assert_eq!(line.strokes, "M5 500L15 750M35 0M55 1000");
        assert_eq!(line.dots, "M35 0h0");
        assert_eq!(line.partial, "M55 1000h0");
        assert_eq!(max_count(&days), 20);
    }

    #[test]
    fn the_stroke_to_a_day_that_is_not_over_is_apart() {
        let line = ChartLine::new(&days(&[Some(10), Some(5), Some(0)]), 20, |totals| totals.total);
        assert_eq!(line.strokes, "M5 500L15 750M25 1000");
        assert_eq!(line.partial_strokes, "M15 750L25 1000");
    }

    #[test]
    fn one_day_alone_is_a_level() {
        let today = ChartLine::new(&days(&[Some(5)]), 20, |totals| totals.total);
        assert_eq!(today, ChartLine { partial_strokes: "M0 750H10".into(), ..ChartLine::default() });
        let mut day = days(&[Some(5)]);
        day[0].partial = false;
        let past = ChartLine::new(&day, 20, |totals| totals.total);
        assert_eq!(past, ChartLine { strokes: "M0 750H10".into(), ..ChartLine::default() });
        assert_eq!(ChartLine::new(&days(&[None]), 20, |totals| totals.total), ChartLine::default());
    }

    #[test]
    fn no_point_is_outside_the_view_box() {
        assert_eq!(y(30, 20), 0);
        assert_eq!(y(1 << 53, 1 << 53), 0);
        assert_eq!(y(u64::MAX, u64::MAX), 0);
        assert_eq!(y(0, 0), HEIGHT);
    }
}
