//! Limits on sign-in, and ended sessions.

pub(crate) mod client;
pub(crate) mod object;
