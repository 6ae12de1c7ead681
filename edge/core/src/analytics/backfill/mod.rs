//! Background loading, with the requests of the hour that people leave unused.

mod progress;
mod queue;
mod run;
mod start;

pub use queue::{BackfillTask, NotQueued};
pub use run::BackfillRun;
