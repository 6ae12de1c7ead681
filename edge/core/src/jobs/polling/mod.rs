//! Polls: which jobs are due, and what a response changes.

mod budget;
mod due;
mod durations;
mod ended;
mod failure;
mod import;
mod outcome;
mod poll_for_read;
pub(super) mod response;
mod started;
mod task;

pub(super) use budget::LagWatch;
pub use budget::{LagChange, PollBudget};
pub(super) use durations::DurationCache;
pub use poll_for_read::{JobRead, ReadDecision};
pub(super) use started::StartedPolls;
pub use started::UNPOLLED_SPACING_MS;
pub use task::{PollContext, PollTask};
