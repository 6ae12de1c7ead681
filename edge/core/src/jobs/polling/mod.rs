//! Polls: which jobs are due, and what a response changes.

mod attach;
mod budget;
mod due;
mod duration_cache;
mod ended;
mod exhausted;
mod failure;
mod lag;
mod outcome;
mod read;
mod record_duration;
pub(super) mod response;
mod started;
mod task;

pub(super) use duration_cache::DurationCache;
pub use exhausted::PollsExhausted;
pub use lag::LagChange;
pub(super) use lag::{LATE_MS, LagWatch};
pub use read::{JobRead, ReadDecision};
pub(super) use started::StartedPolls;
pub use started::UNPOLLED_SPACING_MS;
pub use task::{PollContext, PollTask};
