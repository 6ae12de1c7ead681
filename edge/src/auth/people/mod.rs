//! People, when they were last seen, and their sessions.

mod client;
pub(crate) mod routes;
pub(crate) mod seen;

pub(super) use client::{begin, end};
