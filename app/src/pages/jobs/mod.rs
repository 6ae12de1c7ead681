//! The pages about jobs.

pub(super) mod job;
pub(super) mod list;
mod list_state;
