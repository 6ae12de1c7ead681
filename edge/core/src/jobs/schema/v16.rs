/// A prompt can come with labels for its job.
pub(super) const STATEMENTS: &[&str] = &["ALTER TABLE submissions ADD COLUMN labels TEXT"];
