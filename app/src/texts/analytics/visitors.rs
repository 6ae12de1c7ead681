//! Kinds of visitors: the names of columns, lines and totals.

/// Visitors who are people.
pub(crate) const HUMAN: &str = "Human";
pub(crate) const AI: &str = "AI";
pub(crate) const ALL: &str = "All";
pub(crate) const AI_SHARE: &str = "AI share";
