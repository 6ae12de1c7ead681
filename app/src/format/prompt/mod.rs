//! Prompts, as the console shows them.

pub(crate) mod code;
pub(crate) mod length;
