//! What the Worker checks in a request before it forwards it.

mod body;
mod headers;
mod invalid_request;
mod query;

pub use body::{body_bytes_max, check_body, parse_body};
pub use headers::check_headers;
pub use invalid_request::InvalidRequest;
pub use query::check_query;
