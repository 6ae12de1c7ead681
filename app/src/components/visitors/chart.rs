//! Days as lines. Drawn in a box of its own measures that the page stretches: only what is written has a size.

use docket_wire::{TrendDay, VisitorTotals};

/// Height of the box. Its measures are whole numbers: code that writes fractions weighs more than the whole chart.
pub(crate) const HEIGHT: u64 = 1000;
/// Width of one day in it.
pub(crate) const DAY: u64 = 10;

/// A line of the chart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Strokes between neighbouring days that have figures.
    pub strokes: String,
    /// Days whose neighbours have none, which no stroke shows.
    pub dots: String,
    /// Days that were not over when they were counted.
    pub partial: String,
}

/// The next number with one digit of its own, so that the axis ends at one that can be read.
pub(crate) fn ceiling(max: u64) -> u64 {
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

/// The largest count of any day. Uniques of several days are never added.
pub(crate) fn largest(days: &[TrendDay]) -> u64 {
    days.iter().filter_map(|day| day.totals).map(|t| t.total.max(t.human).max(t.ai)).max().unwrap_or(0)
}

/// The line of one of the figures, on a scale that ends at `top`.
pub(crate) fn line(days: &[TrendDay], top: u64, figure: fn(&VisitorTotals) -> u64) -> Line {
    let points: Vec<Option<(u64, u64)>> = days
        .iter()
        .enumerate()
        .map(|(index, day)| Some((middle(index), height(figure(day.totals.as_ref()?), top))))
        .collect();
    let at = |index: usize| points.get(index).copied().flatten();
    let mut line = Line { strokes: String::new(), dots: String::new(), partial: String::new() };
    for (index, day) in days.iter().enumerate() {
        let Some((x, y)) = at(index) else { continue };
        let before = index.checked_sub(1).and_then(at);
        // A point is a stroke without a length: its round ends keep their shape however the box is stretched.
        let dot = format!("M{x} {y}h0");
        match before {
            Some(_) => line.strokes.push_str(&format!("L{x} {y}")),
            None => line.strokes.push_str(&format!("M{x} {y}")),
        }
        if day.partial {
            line.partial.push_str(&dot);
        } else if before.is_none() && at(index + 1).is_none() {
            line.dots.push_str(&dot);
        }
    }
    line
}

/// Where a day begins.
pub(crate) fn start(index: usize) -> u64 {
    u64::try_from(index).unwrap_or(0) * DAY
}

fn middle(index: usize) -> u64 {
    start(index) + DAY / 2
}

/// From the top of the box down.
fn height(count: u64, top: u64) -> u64 {
    let part = u128::from(count.min(top)) * u128::from(HEIGHT);
    let share = part.checked_div(u128::from(top)).unwrap_or(0);
    HEIGHT.saturating_sub(u64::try_from(share).unwrap_or(HEIGHT))
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
            assert_eq!(ceiling(max), top, "{max}");
        }
    }

    #[test]
    fn gaps_stay_gaps() {
        let days = days(&[Some(10), Some(5), None, Some(20), None, Some(0)]);
        let line = line(&days, 20, |totals| totals.total);
        assert_eq!(line.strokes, "M5 500L15 750M35 0M55 1000");
        assert_eq!(line.dots, "M35 0h0");
        assert_eq!(line.partial, "M55 1000h0");
        assert_eq!(largest(&days), 20);
    }

    #[test]
    fn nothing_leaves_the_box() {
        assert_eq!(height(30, 20), 0);
        assert_eq!(height(1 << 53, 1 << 53), 0);
        assert_eq!(height(u64::MAX, u64::MAX), 0);
        assert_eq!(height(0, 0), HEIGHT);
    }
}
