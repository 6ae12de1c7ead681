//! What every answer has in common.

mod fault;
mod headers;
mod problem;

pub use fault::Fault;
pub use headers::{
    BUDGET_LIMIT_HEADER, BUDGET_REMAINING_HEADER, BUDGET_RESET_HEADER, CONFIRM_HEADER, CSRF_HEADER,
    IDEMPOTENCY_HEADER, STALE_HEADER,
};
pub use problem::{Problem, ProblemCode};
