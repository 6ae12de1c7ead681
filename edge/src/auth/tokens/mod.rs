//! Tokens that admins make in the console.

pub(crate) mod client;
pub(crate) mod routes;
