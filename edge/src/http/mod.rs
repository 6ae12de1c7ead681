//! From a request to its answer.

pub(crate) mod body;
pub(crate) mod checks;
pub(crate) mod failure;
pub(crate) mod headers;
pub(crate) mod objects;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod router;
pub(crate) mod stream;
