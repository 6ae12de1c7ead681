//! The route table, request targets, transports and security headers.

pub mod headers;
pub mod route;
pub mod target;
pub mod transport;
