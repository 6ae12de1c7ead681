//! The site's totals.

pub(crate) const LOADING_TOTALS: &str = "Loading totals";
/// The name of the section.
pub(crate) const TOTALS: &str = "Totals";

pub(crate) const ALL_VISITORS: &str = "All visitors";
/// Visitors that were seen as human and as AI.
pub(crate) const HUMAN_AND_AI: &str = "Human and AI";

/// In place of a change in percent, where nobody came in the earlier period.
pub(crate) const NEW: &str = "new";
pub(crate) const NO_CHANGE: &str = "no change";

/// The value in the period that the totals are compared with.
pub(crate) fn previously(value: &str) -> String {
    format!("Previously {value}")
}

/// A change, where the selected days are not over yet.
pub(crate) fn so_far(change: &str) -> String {
    format!("{change} so far")
}

/// The value in a whole period, while the selected one is not over yet.
pub(crate) fn previously_in_full(value: &str) -> String {
    format!("Previously {value} in the full period")
}

/// Before the period that the totals are compared with.
pub(crate) const COMPARED_WITH: &str = "Compared with ";

pub(crate) const BARS_OVERLAP: &str =
    "Where the two bars overlap, visitors are counted as both human and AI.";
