//! The pages before a session, and the check for one.

mod not_configured;
pub(crate) mod require_session;
pub(crate) mod sign_in;
