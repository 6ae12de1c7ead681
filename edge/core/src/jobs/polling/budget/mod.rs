//! The polls of an hour: how many are left, and whether they are late.

mod hourly;
mod lag;

pub use hourly::PollBudget;
pub use lag::LagChange;
pub(crate) use lag::LagWatch;
