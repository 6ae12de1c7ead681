//! Callers: people, single sign-on, sessions and tokens.

mod people;
mod secret_rotation;
mod sign_in;
mod sign_in_flood;
pub(crate) mod sign_out;
mod sso;
pub(crate) mod tokens;
