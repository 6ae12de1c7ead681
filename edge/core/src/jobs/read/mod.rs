//! Reading the ledger: the list, one job, and what changed.

mod changes;
mod detail;
mod list;
mod polling;
mod room;
mod snapshot;
mod status;
mod stored_job;
mod submissions;

pub(super) use room::Room;
pub(super) use snapshot::REJECTED_SHOWN_MS;

pub use changes::CATCH_UP_MAX;
pub use room::MESSAGE_BYTES_MAX;
pub use stored_job::StoredJob;
