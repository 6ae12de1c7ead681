//! Reads, the polls that they cause, and the changes that they wait for.

mod changes;
mod inbox;
mod ledger;
mod polls;
mod wait;

pub(super) use ledger::unknown_job;
