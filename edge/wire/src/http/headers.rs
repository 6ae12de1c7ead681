//! Docket's own headers.

/// Request header, `1`: required if a request changes something and a cookie authenticates the caller. A form on
/// another site cannot set it.
pub const CSRF_HEADER: &str = "X-Docket";

/// Request header with a key that the caller generates: requests with the same key create one job.
pub const IDEMPOTENCY_HEADER: &str = "Idempotency-Key";

/// Request header, `1`: a person confirms a prompt that looks like a duplicate.
pub const CONFIRM_HEADER: &str = "Docket-Confirm";

/// Response header: the state of a job's polling.
pub const POLLING_HEADER: &str = "Docket-Polling";
/// Response header, `1`: the data is out of date, because the budget is exhausted or the service fails. `Age`
/// has its age.
pub const STALE_HEADER: &str = "Docket-Stale";
