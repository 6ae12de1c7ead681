use crate::{VisitorRow, VisitorTotals};

/// How a count changed from one range to another of the same length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// There were none, and now there are some: no percentage says that.
    New,
    /// There were none, and there are none.
    None,
    /// By this share of what there was: 0.5 for half as much again, -1 for all gone.
    By(f64),
}

impl Change {
    /// The change from an earlier count to a later one.
    #[must_use]
    pub fn of(earlier: u64, later: u64) -> Self {
        match (earlier, later) {
            (0, 0) => Self::None,
            (0, _) => Self::New,
            _ => Self::By(as_f64(later) / as_f64(earlier) - 1.0),
        }
    }
}

impl VisitorTotals {
    /// Visitors that were seen as both people and AI. The counts are approximate and may contradict each other: none if
    /// the total is too large for any, and no more than there are of either if it is too small.
    #[must_use]
    pub fn human_and_ai(&self) -> u64 {
        self.human.saturating_add(self.ai).saturating_sub(self.total).min(self.human).min(self.ai)
    }

    /// The share of AI among all visitors, 0 to 1. None without visitors.
    #[must_use]
    pub fn ai_share(&self) -> Option<f64> {
        (self.total > 0).then(|| (as_f64(self.ai) / as_f64(self.total)).min(1.0))
    }
}

impl VisitorRow {
    /// Its counts.
    #[must_use]
    pub fn totals(&self) -> VisitorTotals {
        VisitorTotals { human: self.human, ai: self.ai, total: self.total }
    }
}

/// Exact up to 2^53, where counts in JSON end as well.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn as_f64(count: u64) -> f64 {
    count as f64
}
