//! The audit log: who changed what, or was refused.

mod action;
mod credential;
mod entry;
mod query;
mod target;

pub use action::AuditAction;
pub use credential::AuditCredential;
pub use entry::{AuditEntry, AuditPage};
pub use query::AuditQuery;
pub use target::{AuditTarget, AuditTargetKind};
