//! The days that the chart names.

/// Days that are named, at most: more would touch each other on a phone.
const MAX: usize = 5;

/// The indexes of the days that have a name, evenly spaced: the first, the last, and some between.
pub(super) fn ticks(days: usize) -> impl Iterator<Item = usize> {
    let count = days.min(MAX);
    let last = days.saturating_sub(1);
    (0..count).map(move |tick| (last * tick).checked_div(count - 1).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_day_are_named() {
        for (days, named) in [
            (0, &[][..]),
            (1, &[0]),
            (2, &[0, 1]),
            (5, &[0, 1, 2, 3, 4]),
            (7, &[0, 1, 3, 4, 6]),
            (30, &[0, 7, 14, 21, 29]),
            (400, &[0, 99, 199, 299, 399]),
        ] {
            assert_eq!(ticks(days).collect::<Vec<_>>(), named, "{days} days");
        }
    }
}
