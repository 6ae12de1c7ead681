use serde::{Deserialize, Serialize};

use super::flat;
use crate::{CallerName, Fault, JobId, SubmissionId, UnixMs};

/// A prompt sent in, to start a job or to follow one up. It is recorded before the service is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// Docket's identifier.
    pub id: SubmissionId,
    /// Whether it starts a job or follows one up.
    pub kind: SubmissionKind,
    /// The job it made or belongs to; absent until the service named one.
    pub job: Option<JobId>,
    /// The whole prompt.
    pub prompt: String,
    /// Who sent it in.
    pub author: CallerName,
    /// When it was recorded.
    pub submitted_at: UnixMs,
    /// What became of it.
    pub state: SubmissionState,
    /// The ledger's revision when this row last changed.
    pub revision: u64,
}

/// What a submission is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionKind {
    /// Starts a job.
    Create,
    /// Follows a job up.
    FollowUp,
}

/// What became of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state", try_from = "flat::SubmissionState")]
pub enum SubmissionState {
    /// A follow-up that is sent when the job is idle and those before it are settled.
    Queued,
    /// The service is being called.
    Sending,
    /// The service accepted it.
    Accepted,
    /// The service, or Docket on its behalf, rejected it. It was not carried out.
    Rejected {
        /// Why.
        reason: Fault,
    },
    /// The service may have acted on it: no answer came, or none that could be read.
    Unknown {
        /// What happened instead of an answer.
        reason: Fault,
    },
    /// Somebody cancelled it before it was sent, or discarded it.
    Discarded,
}
