//! Reading the ledger: the list, one job, and what changed.

mod changes;
mod detail;
mod list;
mod message_size;
mod polling_status;
mod snapshot;
mod status;
mod stored_job;
mod submissions;

pub(super) use message_size::SizeBudget;
pub(super) use snapshot::REJECTED_SHOWN_MS;

pub use changes::CATCH_UP_MAX;
pub use message_size::MESSAGE_BYTES_MAX;
pub use stored_job::StoredJob;
