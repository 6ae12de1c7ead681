//! Callers: sessions, tokens, single sign-on, access and CSRF checks, and the limits on sign-in.

pub(crate) mod access_object;
pub(crate) mod client;
pub(crate) mod identify;
pub(crate) mod object;
pub(crate) mod people;
pub(crate) mod sessions;
mod sso;
pub(crate) mod tokens;
