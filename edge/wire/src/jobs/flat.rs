//! Readers of tagged messages: they read the members of all variants, then the tag selects the variant.
//!
//! A derived reader of an internally tagged enum first buffers the whole message, and its code adds to what a browser has
//! to load.

use serde::Deserialize;

use super::{EventKind, Polling, SubmissionState};
use crate::{Fault, JobStatus, Label, UnixMs};

/// A message lacks a member of its variant.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
pub(super) struct MissingField(&'static str);

fn need<T>(member: Option<T>, name: &'static str) -> Result<T, MissingField> {
    member.ok_or(MissingField(name))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum PollingTag {
    Scheduled,
    Ended,
    Stopped,
    Suspended,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlatPolling {
    state: PollingTag,
    next_at: Option<UnixMs>,
    last_error: Option<Fault>,
    reason: Option<Fault>,
}

impl TryFrom<FlatPolling> for Polling {
    type Error = MissingField;

    fn try_from(flat: FlatPolling) -> Result<Self, MissingField> {
        Ok(match flat.state {
            PollingTag::Scheduled => {
                Self::Scheduled { next_at: need(flat.next_at, "nextAt")?, last_error: flat.last_error }
            }
            PollingTag::Ended => Self::Ended,
            PollingTag::Stopped => Self::Stopped,
            PollingTag::Suspended => Self::Suspended { reason: need(flat.reason, "reason")? },
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SubmissionTag {
    Queued,
    Discarded,
    Sending,
    Accepted,
    Rejected,
    Unknown,
}

#[derive(Deserialize)]
pub(super) struct FlatSubmissionState {
    state: SubmissionTag,
    reason: Option<Fault>,
}

impl TryFrom<FlatSubmissionState> for SubmissionState {
    type Error = MissingField;

    fn try_from(flat: FlatSubmissionState) -> Result<Self, MissingField> {
        Ok(match flat.state {
            SubmissionTag::Queued => Self::Queued,
            SubmissionTag::Discarded => Self::Discarded,
            SubmissionTag::Sending => Self::Sending,
            SubmissionTag::Accepted => Self::Accepted,
            SubmissionTag::Rejected => Self::Rejected { reason: need(flat.reason, "reason")? },
            SubmissionTag::Unknown => Self::Unknown { reason: need(flat.reason, "reason")? },
        })
    }
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
pub(super) struct FlatEventKind {
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
