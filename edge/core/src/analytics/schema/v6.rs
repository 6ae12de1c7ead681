use crate::rate_limit;

/// What is counted for metrics.
pub(super) const STATEMENTS: &[&str] = &[rate_limit::COUNTERS];
