//! Ready-made views of rows.

use serde::{Deserialize, Serialize};

use crate::{BackfillCost, BackfillProgress, Interval, InvalidParameter, VisitorTotals};

/// A ready-made view: pages that may need work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsView {
    /// Pages that AI reads most, and people rarely.
    ReadByAi,
    /// Pages that lost visitors.
    Falling,
    /// Pages that have hardly any visitors left.
    Quiet,
    /// Pages that nobody visited before.
    New,
}

impl RowsView {
    /// In the order of the screen.
    pub const ALL: [Self; 4] = [Self::ReadByAi, Self::Falling, Self::Quiet, Self::New];

    /// Minimum number of AI visitors per human visitor, for a page in [`RowsView::ReadByAi`].
    pub const AI_PER_HUMAN: u64 = 4;
    /// Maximum percentage of its visitors that a page in [`RowsView::Falling`] still has.
    pub const FALLING_KEEPS_PERCENT: u64 = 70;
    /// Maximum percentage of its visitors that a page in [`RowsView::Quiet`] still has.
    pub const QUIET_KEEPS_PERCENT: u64 = 10;

    /// The value in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadByAi => "ai",
            Self::Falling => "falling",
            Self::Quiet => "quiet",
            Self::New => "new",
        }
    }

    /// Reads the value in a query.
    ///
    /// # Errors
    /// If there is no such view.
    pub fn parse(word: &str) -> Result<Self, InvalidParameter> {
        let view = Self::ALL.into_iter().find(|view| view.as_str() == word);
        view.ok_or_else(|| InvalidParameter::new("view", "must be ai, falling, quiet or new"))
    }

    /// The smallest sample: with fewer unique visitors, a difference may be chance. They are the AI visitors of the
    /// span for [`RowsView::ReadByAi`], all visitors of the span for [`RowsView::New`], and all visitors of the
    /// compared span otherwise.
    #[must_use]
    pub fn sample(self) -> u64 {
        match self {
            Self::ReadByAi | Self::Quiet => 20,
            Self::Falling => 100,
            Self::New => 10,
        }
    }

    /// Whether it compares the span with another one, and so needs all rows of both.
    #[must_use]
    pub fn needs_comparison(self) -> bool {
        self != Self::ReadByAi
    }
}

/// The rows of the compared span.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedRows {
    /// The compared interval.
    pub interval: Interval,
    /// Visitors in the compared interval for each row of the response, in the same order. Zeros for a page without
    /// visitors.
    pub rows: Vec<VisitorTotals>,
    /// Number of loaded rows of the compared interval.
    pub loaded: u64,
    /// Whether all rows of the compared interval are loaded.
    pub complete: bool,
    /// Whether the span was not over when its rows were requested, so that part of it is compared with a whole span.
    pub longer: bool,
    /// Progress of the backfill of the compared span, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if it failed within the last 24 hours and none has started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// The cost of a backfill of the other rows, as in the response itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<BackfillCost>,
}
