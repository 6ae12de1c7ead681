//! Lengths of bars.

use std::fmt;

/// The length of a bar in thousandths of a percent of the whole, at most the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BarLength(u64);

/// The length of the whole.
const WHOLE: u64 = 100_000;

impl BarLength {
    /// The length of `part` in a bar of `whole`.
    pub(super) fn of(part: u64, whole: u64) -> Self {
        let length = u128::from(part.min(whole)) * u128::from(WHOLE);
        Self(length.checked_div(u128::from(whole)).and_then(|length| u64::try_from(length).ok()).unwrap_or(0))
    }

    /// The rest of the whole.
    pub(super) fn rest(self) -> Self {
        Self(WHOLE - self.0)
    }
}

impl fmt::Display for BarLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}%", self.0 / 1000, self.0 % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_never_exceeds_the_whole() {
        assert_eq!(BarLength::of(1, 3).to_string(), "33.333%");
        assert_eq!(BarLength::of(1, 2000).to_string(), "0.050%");
        assert_eq!(BarLength::of(5, 4).to_string(), "100.000%");
        assert_eq!(BarLength::of(5, 0).to_string(), "0.000%");
        assert_eq!(BarLength::of(u64::MAX, u64::MAX).rest().to_string(), "0.000%");
    }
}
