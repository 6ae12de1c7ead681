//! Ready-made views of rows.

use serde::{Deserialize, Serialize};

use super::{BackfillCost, BackfillProgress, Interval};
use crate::{InvalidParameter, VisitorTotals};

/// A ready-made view: pages that somebody may want to work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsView {
    /// Pages that AI reads most, and people little.
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

    /// AI visitors for each human one, at least, on a page of [`RowsView::ReadByAi`].
    pub const AI_PER_HUMAN: u64 = 4;
    /// The percentage of its visitors that a page of [`RowsView::Falling`] keeps, at most.
    pub const FALLING_KEEPS_PERCENT: u64 = 70;
    /// The percentage of its visitors that a page of [`RowsView::Quiet`] keeps, at most.
    pub const QUIET_KEEPS_PERCENT: u64 = 10;

    /// Its value in a query.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ReadByAi => "ai",
            Self::Falling => "falling",
            Self::Quiet => "quiet",
            Self::New => "new",
        }
    }

    /// Reads its value in a query.
    ///
    /// # Errors
    /// If there is no such view.
    pub fn parse(word: &str) -> Result<Self, InvalidParameter> {
        let view = Self::ALL.into_iter().find(|view| view.word() == word);
        view.ok_or_else(|| InvalidParameter::new("view", "must be ai, falling, quiet or new"))
    }

    /// The smallest sample: with fewer unique visitors, a difference may be chance. They are the AI visitors of the span for
    /// [`RowsView::ReadByAi`], all visitors of the span for [`RowsView::New`], and all visitors of the compared span otherwise.
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

/// The rows that a view compares with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComparedRows {
    /// The compared interval.
    pub interval: Interval,
    /// Visitors of the compared interval for each of the response's rows, in their order. Zeros for a page without visitors.
    pub rows: Vec<VisitorTotals>,
    /// Rows of the compared interval that are loaded.
    pub loaded: u64,
    /// Whether all rows of the compared interval are loaded.
    pub complete: bool,
    /// Whether the span was not over when its rows were requested, so that a part of it is compared with a whole.
    pub longer: bool,
    /// Progress of the backfill of the compared span, if one is running.
    pub backfill: Option<BackfillProgress>,
    /// Why the last backfill failed, if that was within a day and none was started since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backfill_error: Option<String>,
    /// What a backfill of the other rows would cost, as in the response itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<BackfillCost>,
}
