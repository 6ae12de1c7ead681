//! From a request to its response: routing, checks, forwarding to objects, and problems.

mod app;
pub(crate) mod body;
pub(crate) mod checks;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod objects;
mod problem_details;
pub(crate) mod rate_limit;
pub(crate) mod reply;
mod reports;
pub(crate) mod request;
pub(crate) mod router;
pub(crate) mod stream;
