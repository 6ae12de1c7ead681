//! Reading the ledger: the list, one job, and what changed.

mod changes;
mod detail;
mod list;
mod room;
mod snapshot;
mod stored_job;

pub use stored_job::StoredJob;
