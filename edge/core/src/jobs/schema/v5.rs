use crate::audit;

/// Who changed what is recorded.
pub(super) const STATEMENTS: &[&str] = audit::TABLE;
