//! Keys, and the commands of the palette.

pub(crate) mod keys;
pub(crate) mod palette;
pub(crate) mod shortcuts;
