//! What is loaded in the background: queued in the database, so that a restart changes nothing.

mod progress;
mod queue;

pub use queue::{NotQueued, Work};
