//! Query parameters: which ones a route has, and those that are not part of a larger query.

mod check;
mod value;

pub use check::check;
pub use value::{AuditFormat, audit_format, is_set, since, version, wait_s};
