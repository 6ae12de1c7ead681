//! The days that the chart names.

/// Days that are named, at most: more would touch each other on a phone.
const MAX: usize = 7;

/// The indexes of the days that have a name, evenly spaced, with as many days before the first as after the last one.
pub(super) fn ticks(days: usize) -> impl Iterator<Item = usize> {
    let step = days.div_ceil(MAX).max(1);
    let first = days.saturating_sub(1) % step / 2;
    (first..days).step_by(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_days_are_evenly_spaced() {
        for (days, named) in [
            (0, &[][..]),
            (1, &[0]),
            (2, &[0, 1]),
            (5, &[0, 1, 2, 3, 4]),
            (7, &[0, 1, 2, 3, 4, 5, 6]),
            (8, &[0, 2, 4, 6]),
            (14, &[0, 2, 4, 6, 8, 10, 12]),
            (30, &[2, 7, 12, 17, 22, 27]),
            (90, &[5, 18, 31, 44, 57, 70, 83]),
            (400, &[25, 83, 141, 199, 257, 315, 373]),
        ] {
            assert_eq!(ticks(days).collect::<Vec<_>>(), named, "{days} days");
        }
    }
}
