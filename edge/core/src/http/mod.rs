//! JSON bodies, the route table and the parameters of routes, request targets, transports and security headers.

pub mod headers;
pub mod json;
pub mod parameters;
pub mod route;
pub mod target;
pub mod transport;
