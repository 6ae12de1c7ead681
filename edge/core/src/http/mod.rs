//! The route table, request targets, security headers, and names of files.

mod attachment;
pub mod headers;
pub mod route;
pub mod target;

pub use attachment::attachment;
