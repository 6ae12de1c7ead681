//! JSON bodies, the route table and the parameters of routes, request targets, transports, security headers, and names of
//! files.

mod attachment;
pub mod headers;
pub mod json;
pub mod parameters;
pub mod route;
pub mod target;
pub mod transport;

pub use attachment::attachment;
