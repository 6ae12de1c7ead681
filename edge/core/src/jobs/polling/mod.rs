//! Polls: which jobs are due, and what a response changes.

pub(super) mod apply;
mod attach;
mod budget;
mod due;
mod ended;
mod exhausted;
mod lag;
mod learned;
mod learning;
mod record;
mod request;
mod started;
mod task;

pub use exhausted::PollsExhausted;
pub(super) use learned::Learned;
pub use request::{JobRead, ReadDecision};
pub(super) use started::StartedPolls;
pub use started::UNPOLLED_SPACING_MS;
pub use task::{PollContext, PollTask};
