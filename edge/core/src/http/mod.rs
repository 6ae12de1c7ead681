//! The route table, request targets and security headers.

pub mod headers;
pub mod route;
pub mod target;
