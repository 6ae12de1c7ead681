//! Background loading, with the requests of the hour that people leave unused.

mod cost;
mod outcome;
mod progress;
mod queue;
mod record;
mod run;
mod start;
mod task;

pub use outcome::AfterTask;
pub use queue::{BACKFILLS_MAX, BackfillKey, NotQueued, PROGRAM_BACKFILLS_MAX};
pub use run::BackfillRun;
pub use task::BackfillTask;
