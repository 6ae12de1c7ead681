//! The documentation service: its addresses, its responses, and the removal of its key from them.

pub mod base_url;
pub mod calls;
pub mod endpoints;
pub mod failure;
pub mod lenient_json;
pub mod redact;
pub mod response;
