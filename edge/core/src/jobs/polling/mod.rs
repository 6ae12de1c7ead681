//! Polls: which jobs are due, and what a response changes.

pub(super) mod apply;
mod attach;
mod budget;
mod due;
mod ended;
mod learning;
mod record;
mod request;
mod task;

pub use request::{JobRead, ReadDecision, UNPOLLED_SPACING_MS};
pub use task::{PollContext, PollTask};
