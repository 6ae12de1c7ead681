//! Routes, request targets and headers.

pub mod headers;
pub mod route;
pub mod target;
