//! From a request to its response: routing, checks, forwarding to objects, and problems.

mod app;
pub(crate) mod body;
pub(crate) mod checks;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod objects;
mod problem_details;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod router;
pub(crate) mod status;
pub(crate) mod stream;
