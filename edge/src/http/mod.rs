//! What requests and responses are made of: bodies, headers, checks, forwarding to objects, and problems.

pub(crate) mod body;
pub(crate) mod checks;
pub(crate) mod context;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod instance;
pub(crate) mod objects;
pub(crate) mod problem_details;
pub(crate) mod rate_limit;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod stream;
