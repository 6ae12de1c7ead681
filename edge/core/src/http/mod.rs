//! Media types, entity tags, JSON bodies, the route table, the parameters of routes and the checks of requests, request
//! targets, transports, security headers, idempotency keys, labels, and names of files.

mod accept;
mod attachment;
pub mod checks;
pub mod etag;
pub mod headers;
pub mod idempotency_key;
pub mod interruption;
pub mod json;
pub mod label_list;
pub mod limits;
pub mod parameters;
pub mod route;
pub mod target;
pub mod transport;

pub use accept::accepts;
pub use attachment::attachment;
