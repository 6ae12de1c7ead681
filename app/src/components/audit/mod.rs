//! The audit log: filters, entries, and the file with all of them.

mod filters;
mod list;
mod table;

pub(crate) use list::AuditList;
