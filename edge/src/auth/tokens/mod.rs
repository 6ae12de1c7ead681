//! Tokens that admins make in the console.

pub(crate) mod client;
mod object;
pub(crate) mod routes;
