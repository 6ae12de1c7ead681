use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::{CallerName, ErrorReason, JobId, JobStatus, Label, SubmissionId, UnixMs};

/// An event of the ledger. The revisions of a project's events have no gaps, except where retention deleted a job with
/// its events, and before a restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Position in the project's history, from 1.
    pub revision: u64,
    /// When the event was recorded.
    pub at: UnixMs,
    /// Id of the job, if the service has named it.
    pub job: Option<JobId>,
    /// Id of the submission, if the event concerns one.
    pub submission: Option<SubmissionId>,
    /// The caller who caused the event; absent if the service or the poller did.
    pub author: Option<CallerName>,
    /// What happened.
    pub what: EventKind,
}

tagged! {
    /// What happened.
    pub enum EventKind by "kind" {
        /// A prompt was recorded. Docket calls the service next.
        Submitted,
        /// The service accepted the prompt.
        Accepted,
        /// The prompt was rejected.
        Rejected {
            /// Why the prompt was rejected.
            reason: ErrorReason,
        },
        /// It is unknown whether the service acted on the prompt.
        OutcomeUnknown {
            /// Why there is no response.
            reason: ErrorReason,
        },
        /// A job that was created outside Docket was imported into the ledger: a caller asked for it, or read the job.
        #[serde(rename = "attached")]
        Imported {
            /// Status of the job when it was imported.
            status: JobStatus,
        },
        /// The status changed. Both are the same if a job has ended again before a poll saw it active, or was not active
        /// within 30 seconds after a follow-up.
        StatusChanged {
            /// The previous status.
            from: JobStatus,
            /// The new status.
            to: JobStatus,
        },
        /// The pull request appeared or changed.
        PullRequest {
            /// URL of the pull request, as in the service's response.
            url: String,
        },
        /// Docket suspended polling.
        PollingSuspended {
            /// Why polling is suspended.
            reason: ErrorReason,
        },
        /// Polling was resumed.
        PollingResumed,
        /// A caller stopped polling.
        PollingStopped,
        /// The job is active much longer than usual in this project.
        RunningLong,
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
        /// The labels were changed.
        Labelled {
            /// All labels of the job, in alphabetical order.
            labels: Vec<Label>,
        },
        /// The job was hidden from the list.
        Hidden,
        /// The job is shown in the list again.
        Unhidden,
        /// Retention deleted the texts of the job's prompts, or of a prompt that created no job.
        PromptsDeleted,
        /// Retention deleted the job, or the submission that created no job, with its history: remove it from every
        /// list.
        Deleted,
        /// The ledger was restored from a backup. Its revisions continue far above those that were used after the
        /// backup was made.
        Restored,
    }
    members { reason: ErrorReason, status: JobStatus, from: JobStatus, to: JobStatus, url: String, labels: Vec<Label> }
}

impl EventKind {
    /// Whether it can bring something into an inbox, or take it out. A prompt that is submitted again is no longer rejected, and a
    /// job may have ended when it is accepted.
    #[must_use]
    pub fn changes_inbox(&self) -> bool {
        match self {
            Self::Rejected { .. }
            | Self::OutcomeUnknown { .. }
            | Self::StatusChanged { .. }
            | Self::PollingSuspended { .. }
            | Self::PollingResumed
            | Self::PollingStopped
            | Self::RunningLong
            | Self::Submitted
            | Self::Accepted
            | Self::Queued
            | Self::Imported { .. }
            | Self::Resent
            | Self::Matched
            | Self::Discarded
            | Self::Hidden
            | Self::Unhidden
            | Self::Deleted
            | Self::Restored => true,
            Self::PullRequest { .. } | Self::Edited | Self::Labelled { .. } | Self::PromptsDeleted => false,
        }
    }
}
