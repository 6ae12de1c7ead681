//! What is loaded in the background, with what people leave of the hour's requests.

mod progress;
mod queue;
mod run;
mod start;

pub use queue::{BackfillTask, NotQueued};
pub use run::BackfillRun;
