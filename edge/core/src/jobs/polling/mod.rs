//! Polls: which jobs are due, and what a response changes.

pub(super) mod apply;
mod attach;
mod due;
mod learning;
mod record;
mod task;

pub use task::{PollContext, PollTask};
