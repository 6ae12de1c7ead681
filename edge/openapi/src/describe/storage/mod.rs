//! What becomes of everything that is stored.

pub(super) mod backup;
pub(super) mod retention;
