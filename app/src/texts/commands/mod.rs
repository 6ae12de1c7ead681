//! What the command palette and the list of shortcuts say.

pub(crate) mod palette;
pub(crate) mod shortcuts;
