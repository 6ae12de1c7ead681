//! What requests and responses have in common.

mod error_reason;
mod headers;
mod health;
mod page;
pub(crate) mod page_limit;
pub(crate) mod parameter;
mod problem;
mod problem_details;

pub use error_reason::ErrorReason;
pub use headers::{
    CONFIRM_HEADER, CSRF_HEADER, IDEMPOTENCY_HEADER, LABELS_HEADER, POLLING_HEADER, REPLAYED_HEADER,
    RETRY_AFTER_HEADER, STALE_HEADER, TABLE_HEADER,
};
pub use health::{Health, HealthState};
pub use page::PageMatch;
pub use parameter::{InvalidParameter, whole_number};
pub use problem::{Problem, ProblemCode};
pub use problem_details::ProblemDetails;
