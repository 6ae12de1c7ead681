//! Tokens that admins create in the console.

pub(crate) mod client;
pub(crate) mod routes;
