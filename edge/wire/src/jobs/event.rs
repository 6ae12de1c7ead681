use serde::{Deserialize, Serialize};

use super::flat::{MissingField, need};
use crate::{CallerName, Fault, JobId, JobStatus, Label, SubmissionId, UnixMs};

/// An event of the ledger. The revisions of a project's events have no gaps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", try_from = "FlatEventKind")]
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
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum EventTag {
    Submitted,
    Accepted,
    Rejected,
    OutcomeUnknown,
    Attached,
    StatusChanged,
    PullRequest,
    PollingSuspended,
    PollingResumed,
    PollingStopped,
    BecameStale,
    Queued,
    Edited,
    Resent,
    Matched,
    Discarded,
    Labelled,
    Hidden,
    Unhidden,
}

#[derive(Deserialize)]
struct FlatEventKind {
    kind: EventTag,
    reason: Option<Fault>,
    status: Option<JobStatus>,
    from: Option<JobStatus>,
    to: Option<JobStatus>,
    url: Option<String>,
    labels: Option<Vec<Label>>,
}

impl TryFrom<FlatEventKind> for EventKind {
    type Error = MissingField;

    fn try_from(flat: FlatEventKind) -> Result<Self, MissingField> {
        let FlatEventKind { kind, reason, status, from, to, url, labels } = flat;
        Ok(match kind {
            EventTag::Submitted => Self::Submitted,
            EventTag::Accepted => Self::Accepted,
            EventTag::Rejected => Self::Rejected { reason: need(reason, "reason")? },
            EventTag::OutcomeUnknown => Self::OutcomeUnknown { reason: need(reason, "reason")? },
            EventTag::Attached => Self::Attached { status: need(status, "status")? },
            EventTag::StatusChanged => Self::StatusChanged { from: need(from, "from")?, to: need(to, "to")? },
            EventTag::PullRequest => Self::PullRequest { url: need(url, "url")? },
            EventTag::PollingSuspended => Self::PollingSuspended { reason: need(reason, "reason")? },
            EventTag::PollingResumed => Self::PollingResumed,
            EventTag::PollingStopped => Self::PollingStopped,
            EventTag::BecameStale => Self::BecameStale,
            EventTag::Queued => Self::Queued,
            EventTag::Edited => Self::Edited,
            EventTag::Resent => Self::Resent,
            EventTag::Matched => Self::Matched,
            EventTag::Discarded => Self::Discarded,
            EventTag::Labelled => Self::Labelled { labels: need(labels, "labels")? },
            EventTag::Hidden => Self::Hidden,
            EventTag::Unhidden => Self::Unhidden,
        })
    }
}
