use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::{CallerName, Fault, JobId, JobStatus, Label, SubmissionId, UnixMs};

/// An event of the ledger. The revisions of a project's events have no gaps, except where retention deleted a job with its events, and
/// before a restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Position in the project's history, from 1.
    pub revision: u64,
    /// When it was recorded.
    pub at: UnixMs,
    /// The job, if the service has named it.
    pub job: Option<JobId>,
    /// The submission, if it concerns one.
    pub submission: Option<SubmissionId>,
    /// The caller who caused it; absent if the service or the poller caused it.
    pub author: Option<CallerName>,
    /// What happened.
    pub what: EventKind,
}

tagged! {
    /// What happened.
    pub enum EventKind by "kind" {
        /// A prompt was recorded; the call to the service follows.
        Submitted,
        /// The service accepted the prompt.
        Accepted,
        /// The prompt was rejected.
        Rejected {
            /// Why.
            reason: Fault,
        },
        /// It is unknown whether the service acted on the prompt.
        OutcomeUnknown {
            /// Why there is no response.
            reason: Fault,
        },
        /// A job that was created outside Docket was imported.
        Attached {
            /// Its status at that time.
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
            /// Its URL, as in the service's response.
            url: String,
        },
        /// Docket suspended polling.
        PollingSuspended {
            /// Why.
            reason: Fault,
        },
        /// Polling was resumed.
        PollingResumed,
        /// A caller stopped polling.
        PollingStopped,
        /// The job is active much longer than usual in this project.
        BecameStale,
        /// A follow-up was queued.
        Queued,
        /// A queued follow-up was edited.
        Edited,
        /// A caller sent a submission again.
        Resent,
        /// A caller matched a submission of unknown outcome to the job that it had created.
        Matched,
        /// A caller cancelled or discarded a submission.
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
        /// The texts of the prompts of the job, or of a prompt that became no job, were deleted, because they were older than the
        /// settings store them.
        PromptsDeleted,
        /// The job, or the submission that became none, was deleted with its history, because it was older than the settings store
        /// it: take it out of every list.
        Deleted,
        /// The ledger was restored from a backup. Revisions go on from this one, far above those that were given out after the
        /// backup was made.
        Restored,
    }
    members { reason: Fault, status: JobStatus, from: JobStatus, to: JobStatus, url: String, labels: Vec<Label> }
}

impl EventKind {
    /// Whether it can bring something into an inbox, or take it out.
    #[must_use]
    pub fn changes_inbox(&self) -> bool {
        match self {
            Self::Rejected { .. }
            | Self::OutcomeUnknown { .. }
            | Self::StatusChanged { .. }
            | Self::PollingSuspended { .. }
            | Self::PollingResumed
            | Self::PollingStopped
            | Self::BecameStale
            | Self::Resent
            | Self::Matched
            | Self::Discarded
            | Self::Hidden
            | Self::Unhidden
            | Self::Deleted
            | Self::Restored => true,
            Self::Submitted
            | Self::Accepted
            | Self::Attached { .. }
            | Self::PullRequest { .. }
            | Self::Queued
            | Self::Edited
            | Self::Labelled { .. }
            | Self::PromptsDeleted => false,
        }
    }
}
