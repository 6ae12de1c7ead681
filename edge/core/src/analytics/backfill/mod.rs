//! Background loading, with the requests of the hour that people leave unused.

mod cost;
mod progress;
mod queue;
mod run;
mod start;

pub use queue::{BACKFILLS_MAX, BackfillTask, NotQueued, PROGRAM_BACKFILLS_MAX};
pub use run::BackfillRun;
