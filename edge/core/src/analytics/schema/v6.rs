/// What is counted for metrics.
pub(super) const STATEMENTS: &[&str] = &["ALTER TABLE rate_limits ADD COLUMN counters BLOB"];
