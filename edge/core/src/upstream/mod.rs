//! The documentation service: its addresses, its answers, and keeping its key out of what comes back.

pub mod endpoints;
pub mod redact;
pub mod response;
