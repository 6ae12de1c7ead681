//! Problems that several routes share.

use docket_wire::ProblemCode::{self, *};

/// Of a route that calls the service.
pub(super) const OF_SERVICE: &[ProblemCode] = &[
    ServiceRejected,
    ServiceRejectedKey,
    ServiceFailed,
    ServiceBadAnswer,
    ServiceUnreachable,
    ServiceTimeout,
    ServiceThrottled,
];

/// Of a route that spends a budget.
pub(super) const OF_BUDGET: &[ProblemCode] = &[BudgetExhausted, ServicePaused];

/// Of a route that takes a prompt, and the header of idempotency.
pub(super) const OF_PROMPT: &[ProblemCode] =
    &[IdempotencyConflict, PossibleDuplicate, SubmissionState, OutcomeUnknown];
