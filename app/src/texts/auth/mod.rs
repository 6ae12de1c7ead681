//! What sign-in, sessions and tokens say.

pub(crate) mod access;
pub(crate) mod person_menu;
pub(crate) mod sessions;
pub(crate) mod sign_in;
pub(crate) mod tokens;
