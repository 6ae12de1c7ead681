//! Submissions: prompts on their way to the service, from the record before the call to its outcome.

mod abandon;
mod decision;
mod idempotency;
mod outbox;
mod outcome;
mod resolve;
mod sent;
mod settle;
mod submit;

pub use abandon::not_stored;
pub use decision::{NewSubmission, StateConflict, SubmissionChange, SubmitDecision};
pub use outbox::QUEUED_MAX;
pub use outcome::{Settlement, StoredAnswer};
pub(crate) use sent::SentPrompts;
