use serde::{Deserialize, Serialize};

use super::flat;
use crate::{CallerName, Fault, JobId, JobStatus, Label, SubmissionId, UnixMs};

/// Something that happened, in the order of its revision. Revisions have no gaps within a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Position in the project's history, from 1.
    pub revision: u64,
    /// When it was recorded.
    pub at: UnixMs,
    /// The job concerned, if it has a name yet.
    pub job: Option<JobId>,
    /// The submission concerned.
    pub submission: Option<SubmissionId>,
    /// Who caused it; absent where the service or the poller did.
    pub author: Option<CallerName>,
    /// What happened.
    pub what: EventKind,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", try_from = "flat::EventKind")]
pub enum EventKind {
    /// A prompt was recorded; the call to the service follows.
    Submitted,
    /// The service accepted the prompt.
    Accepted,
    /// The prompt was rejected.
    Rejected {
        /// Why.
        reason: Fault,
    },
    /// Nobody knows whether the service acted on the prompt.
    OutcomeUnknown {
        /// What happened instead of an answer.
        reason: Fault,
    },
    /// A job made elsewhere entered the ledger.
    Attached {
        /// Its status then.
        status: JobStatus,
    },
    /// The status changed.
    StatusChanged {
        /// Before.
        from: JobStatus,
        /// After.
        to: JobStatus,
    },
    /// The pull request appeared or changed.
    PullRequest {
        /// Its URL, as the service gave it.
        url: String,
    },
    /// Docket suspended polling.
    PollingSuspended {
        /// Why.
        reason: Fault,
    },
    /// Polling was resumed.
    PollingResumed,
    /// Somebody stopped polling.
    PollingStopped,
    /// The job is active far longer than this project's jobs take.
    BecameStale,
    /// A follow-up was queued.
    Queued,
    /// A queued follow-up was edited.
    Edited,
    /// Somebody had a submission sent again.
    Resent,
    /// Somebody matched a submission of unknown outcome to the job that it had created.
    Matched,
    /// Somebody cancelled or discarded a submission.
    Discarded,
    /// The labels were changed to these.
    Labelled {
        /// In alphabetical order.
        labels: Vec<Label>,
    },
    /// Hidden from the list.
    Hidden,
    /// Shown in the list again.
    Unhidden,
}
