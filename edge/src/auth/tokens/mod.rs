//! Tokens that admins create in the console.

mod client;
pub(crate) mod routes;

pub(crate) use client::{find, find_uncached};
