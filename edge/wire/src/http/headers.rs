//! Headers of Docket's own.

/// Header that every request which changes something carries when it is authenticated by a cookie.
/// A form on another site cannot set it.
pub const CSRF_HEADER: &str = "X-Docket";

/// Header with a key of the caller's making: the same key again gets the same job, not a second one.
pub const IDEMPOTENCY_HEADER: &str = "Idempotency-Key";

/// Header with which a person says that a prompt which looks like a double of another is meant.
pub const CONFIRM_HEADER: &str = "Docket-Confirm";

/// Response header: requests the service allows in an hour, as Docket has it.
pub const BUDGET_LIMIT_HEADER: &str = "Docket-Budget-Limit";
/// Response header: requests left in the current hour.
pub const BUDGET_REMAINING_HEADER: &str = "Docket-Budget-Remaining";
/// Response header: seconds until at least one more request is free.
pub const BUDGET_RESET_HEADER: &str = "Docket-Budget-Reset";
/// Response header, `1`: the answer is older than it should be, since the budget is spent or the service fails.
/// `Age` says how old.
pub const STALE_HEADER: &str = "Docket-Stale";
