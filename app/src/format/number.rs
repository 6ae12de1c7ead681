//! Counts and percentages as text.

use std::cmp::Ordering;

use docket_wire::VisitorTotals;

pub(crate) use super::locale::count;
use super::locale::{percentage, whole_percentage};

/// The share of AI as a percentage with one decimal: `22.1%`. A dash without visitors.
pub(crate) fn ai_share(totals: &VisitorTotals) -> String {
    totals.ai_share().map_or_else(|| "–".to_owned(), percentage)
}

/// A relative change with its sign: `+12.5%`, `−3.0%`. One decimal below 1,000%, none from there on.
pub(crate) fn percent(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
    let tenths = (share * 1000.0).round() as i64;
    let sign = match tenths {
        0 => "±",
        ..0 => "−",
        _ => "+",
    };
    let tenths = tenths.unsigned_abs();
    #[allow(clippy::cast_precision_loss, reason = "a change needs no more digits than an f64 has")]
    let share = tenths as f64 / 1000.0;
    format!("{sign}{}", if tenths < 10_000 { percentage(share) } else { whole_percentage(share) })
}

/// The change from a count to a later one, with its sign: `+1,203`, `−45`, `±0`.
pub(crate) fn difference(before: u64, now: u64) -> String {
    let sign = match now.cmp(&before) {
        Ordering::Less => "−",
        Ordering::Equal => "±",
        Ordering::Greater => "+",
    };
    format!("{sign}{}", count(now.abs_diff(before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_at_most_the_whole() {
        for (ai, total, text) in [
            (0, 0, "–"),
            (0, 5, "0.0%"),
            (1, 3, "33.3%"),
            (2, 3, "66.7%"),
            (5, 5, "100.0%"),
            (u64::MAX, u64::MAX, "100.0%"),
            (7, 5, "100.0%"),
        ] {
            assert_eq!(ai_share(&VisitorTotals { human: 0, ai, total }), text);
        }
    }

    #[test]
    fn a_difference_has_its_sign() {
        for (before, now, text) in
            [(0, 1203, "+1,203"), (45, 0, "−45"), (7, 7, "±0"), (u64::MAX, 0, "−18,446,744,073,709,551,615")]
        {
            assert_eq!(difference(before, now), text);
        }
    }

    #[test]
    fn a_change_has_its_sign() {
        for (share, text) in
            [(0.125, "+12.5"), (-0.03, "−3.0"), (-0.0001, "±0.0"), (-1.0, "−100.0"), (41.2, "+4,120")]
        {
            assert_eq!(percent(share), format!("{text}%"));
        }
    }
}
