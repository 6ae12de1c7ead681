//! The audit log: who changed what, or was refused, with what credential and from where.
//!
//! Every object that changes something for a caller has a log of its own in its database, so that a change and its
//! record are one transaction. Entries are only appended, and deleted once they are older than the setting says. They
//! have ids and names, and never a key, a token, a passphrase or a prompt.
//!
//! Refusals are bounded, by [`RecordLimiter`] in a minute and by [`REFUSALS_MAX`] in all: a flood of them neither
//! fills the storage nor deletes the record of a change.

mod action;
mod cache;
mod export;
mod id;
mod lines;
mod log;
pub(crate) mod preserved;
mod read;
mod record;
mod record_limiter;

pub use action::NamedAction;
pub use cache::AuditCache;
pub use export::{AuditExport, EXPORT_ENTRIES_MAX};
pub use id::AuditIdParity;
pub use lines::AuditLines;
pub use log::{AuditLog, REFUSALS_MAX};
pub use record::{AuditRecord, AuditedChange, PackedRecord, RequestSource};
pub use record_limiter::RecordLimiter;
