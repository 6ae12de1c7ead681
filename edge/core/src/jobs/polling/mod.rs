//! Polls: which jobs are due, and what a response changes.

pub(super) mod apply;
mod attach;
mod budget;
mod due;
mod duration_cache;
mod ended;
mod exhausted;
mod lag;
mod read;
mod record;
mod record_duration;
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
