use docket_wire::ErrorReason;

use crate::upstream::failure::CallFailure;

/// The outcome of the call for a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// The service accepted the submission, with this answer.
    Accepted(StoredAnswer),
    /// The submission was not carried out, for this reason.
    Rejected(CallFailure),
    /// The service had no room for a queued follow-up. It is queued again.
    Requeued,
    /// Docket could not send the submission, for this reason.
    Unsent(ErrorReason),
    /// The service may have carried the submission out: the call failed like this.
    Unknown(CallFailure),
}

/// The service's response to a prompt, verbatim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// HTTP status, 200 to 299.
    pub status: u16,
    /// A job in JSON.
    pub body: String,
}
