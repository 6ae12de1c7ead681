//! How the console writes values for people. Pure functions.

pub(crate) mod file;
pub(crate) mod job;
pub(crate) mod link;
pub(crate) mod number;
pub(crate) mod preset;
pub(crate) mod range;
pub(crate) mod time;
