use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::{CallerName, Fault, JobId, SubmissionId, UnixMs};

/// A prompt that creates a job or is a follow-up. The ledger records it before Docket calls the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// Docket's identifier.
    pub id: SubmissionId,
    /// Whether it creates a job or is a follow-up.
    pub kind: SubmissionKind,
    /// The job that it created or belongs to; absent until the service has named it.
    pub job: Option<JobId>,
    /// First line of the prompt, at most 200 characters.
    pub title: String,
    /// The whole prompt. Lists and live messages leave out one that is longer than [`Submission::LISTED_BYTES_MAX`]: it is
    /// read by the submission's id.
    pub prompt: Option<String>,
    /// The caller who sent it.
    pub author: CallerName,
    /// When it was recorded.
    pub submitted_at: UnixMs,
    /// Its state.
    pub state: SubmissionState,
    /// The ledger's revision when this row last changed.
    pub revision: u64,
}

impl Submission {
    /// Maximum length of a prompt in lists and live messages, in bytes.
    pub const LISTED_BYTES_MAX: usize = 1_000;
}

/// The kind of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionKind {
    /// Creates a job.
    Create,
    /// Sends a follow-up.
    FollowUp,
}

tagged! {
    /// The state of a submission.
    pub enum SubmissionState by "state" {
        /// A follow-up that will be sent when the job is idle and earlier ones are settled.
        Queued,
        /// Docket is calling the service.
        Sending,
        /// The service accepted it.
        Accepted,
        /// The service, or Docket before the call, rejected it.
        Rejected {
            /// Why.
            reason: Fault,
        },
        /// The service may have acted on it, but there was no readable response.
        Unknown {
            /// Why there is no response.
            reason: Fault,
        },
        /// A caller cancelled it before it was sent, or discarded it.
        Discarded,
    }
    members { reason: Fault }
}
