use crate::audit;

/// Who started and cancelled backfills is recorded.
pub(super) const STATEMENTS: &[&str] = audit::TABLE;
