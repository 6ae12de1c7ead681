use crate::{VisitorRow, VisitorTotals};

/// The change of a count between two spans of the same length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RelativeChange {
    /// From zero to more, for which there is no percentage.
    New,
    /// From zero to zero.
    StillZero,
    /// Relative to the earlier count: 0.5 for half more, -1 for none left.
    By(f64),
}

impl RelativeChange {
    /// The change from an earlier count to a later one.
    #[must_use]
    pub fn of(earlier: u64, later: u64) -> Self {
        match (earlier, later) {
            (0, 0) => Self::StillZero,
            (0, _) => Self::New,
            _ => Self::By(as_f64(later) / as_f64(earlier) - 1.0),
        }
    }
}

impl VisitorTotals {
    /// Visitors who count as both people and AI. The counts are approximate and may contradict each other, so the
    /// result is limited: at least 0, and at most the smaller of the two.
    #[must_use]
    pub fn human_and_ai(&self) -> u64 {
        self.human.saturating_add(self.ai).saturating_sub(self.total).min(self.human).min(self.ai)
    }

    /// The share of AI in all visitors, 0 to 1, or `None` without visitors.
    #[must_use]
    pub fn ai_share(&self) -> Option<f64> {
        (self.total > 0).then(|| (as_f64(self.ai) / as_f64(self.total)).min(1.0))
    }
}

impl VisitorRow {
    /// The counts.
    #[must_use]
    pub fn totals(&self) -> VisitorTotals {
        VisitorTotals { human: self.human, ai: self.ai, total: self.total }
    }
}

/// Exact up to 2^53, which is also the limit of exact numbers in JSON.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn as_f64(count: u64) -> f64 {
    count as f64
}
