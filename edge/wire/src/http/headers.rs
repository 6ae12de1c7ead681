//! Headers that have a meaning of Docket's.

/// Request header, `1`: required if a request changes something and a cookie authenticates the caller. A form on
/// another site cannot set it.
pub const CSRF_HEADER: &str = "X-Docket";

/// Request header with a key that the caller generates: requests with the same key create one job.
pub const IDEMPOTENCY_HEADER: &str = "Idempotency-Key";

/// Request header, `1`: a person confirms a prompt that looks like a duplicate.
pub const CONFIRM_HEADER: &str = "Docket-Confirm";

/// Request header: labels that the job gets when the service accepts the prompt. Separated by commas, in percent-encoded
/// UTF-8.
pub const LABELS_HEADER: &str = "Docket-Labels";

/// Response header: the state of a job's polling.
pub const POLLING_HEADER: &str = "Docket-Polling";
/// Response header, `1`: the data is out of date, because the budget is exhausted or the service fails. `Age`
/// has its age.
pub const STALE_HEADER: &str = "Docket-Stale";

/// Response header, seconds: when the same request may succeed.
pub const RETRY_AFTER_HEADER: &str = "Retry-After";
/// Response header, `true`: the response is that of an earlier request with the same idempotency key.
pub const REPLAYED_HEADER: &str = "Idempotency-Replayed";
/// Response header: the id of the table in an exported file, with which the export can be resumed.
pub const TABLE_HEADER: &str = "Docket-Table";
