//! Callers: sessions, tokens, single sign-on, authorization and CSRF checks, and the limits on sign-in.

mod active_sessions;
pub(crate) mod authorize;
pub(crate) mod identify;
pub(crate) mod identity;
pub(crate) mod object;
mod object_messages;
pub(crate) mod people;
pub(crate) mod sessions;
pub(crate) mod sign_in;
mod sso;
pub(crate) mod tokens;
