//! People, when they were last seen, and their sessions.

pub(crate) mod routes;
pub(crate) mod seen;
mod sessions;

pub(super) use sessions::{begin, end};
