//! The pages about access: sign-in, the check for a session, sessions, and access.

pub(super) mod access;
pub(super) mod audit;
mod no_session;
pub(super) mod not_configured;
mod outside_access;
pub(crate) mod require_session;
pub(super) mod sessions;
pub(super) mod sign_in;
