//! How tagged messages are read: every member that any of the kinds has, then the kind decides.
//!
//! A derived reader of an internally tagged enum first copies the whole message into a tree. In the browser that
//! code is a tenth of everything there is to load.

use serde::Deserialize;

use crate::{Fault, JobStatus, Label, UnixMs};

/// A message lacks a member that its kind has.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
pub(super) struct MissingField(&'static str);

fn need<T>(member: Option<T>, name: &'static str) -> Result<T, MissingField> {
    member.ok_or(MissingField(name))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum PollingWord {
    Scheduled,
    Ended,
    Stopped,
    Suspended,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Polling {
    state: PollingWord,
    next_at: Option<UnixMs>,
    last_error: Option<Fault>,
    reason: Option<Fault>,
}

impl TryFrom<Polling> for super::Polling {
    type Error = MissingField;

    fn try_from(flat: Polling) -> Result<Self, MissingField> {
        Ok(match flat.state {
            PollingWord::Scheduled => {
                Self::Scheduled { next_at: need(flat.next_at, "nextAt")?, last_error: flat.last_error }
            }
            PollingWord::Ended => Self::Ended,
            PollingWord::Stopped => Self::Stopped,
            PollingWord::Suspended => Self::Suspended { reason: need(flat.reason, "reason")? },
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum SubmissionWord {
    Queued,
    Discarded,
    Sending,
    Accepted,
    Rejected,
    Unknown,
}

#[derive(Deserialize)]
pub(super) struct SubmissionState {
    state: SubmissionWord,
    reason: Option<Fault>,
}

impl TryFrom<SubmissionState> for super::SubmissionState {
    type Error = MissingField;

    fn try_from(flat: SubmissionState) -> Result<Self, MissingField> {
        Ok(match flat.state {
            SubmissionWord::Queued => Self::Queued,
            SubmissionWord::Discarded => Self::Discarded,
            SubmissionWord::Sending => Self::Sending,
            SubmissionWord::Accepted => Self::Accepted,
            SubmissionWord::Rejected => Self::Rejected { reason: need(flat.reason, "reason")? },
            SubmissionWord::Unknown => Self::Unknown { reason: need(flat.reason, "reason")? },
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum EventWord {
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
pub(super) struct EventKind {
    kind: EventWord,
    reason: Option<Fault>,
    status: Option<JobStatus>,
    from: Option<JobStatus>,
    to: Option<JobStatus>,
    url: Option<String>,
    labels: Option<Vec<Label>>,
}

impl TryFrom<EventKind> for super::EventKind {
    type Error = MissingField;

    fn try_from(flat: EventKind) -> Result<Self, MissingField> {
        let EventKind { kind, reason, status, from, to, url, labels } = flat;
        Ok(match kind {
            EventWord::Submitted => Self::Submitted,
            EventWord::Accepted => Self::Accepted,
            EventWord::Rejected => Self::Rejected { reason: need(reason, "reason")? },
            EventWord::OutcomeUnknown => Self::OutcomeUnknown { reason: need(reason, "reason")? },
            EventWord::Attached => Self::Attached { status: need(status, "status")? },
            EventWord::StatusChanged => {
                Self::StatusChanged { from: need(from, "from")?, to: need(to, "to")? }
            }
            EventWord::PullRequest => Self::PullRequest { url: need(url, "url")? },
            EventWord::PollingSuspended => Self::PollingSuspended { reason: need(reason, "reason")? },
            EventWord::PollingResumed => Self::PollingResumed,
            EventWord::PollingStopped => Self::PollingStopped,
            EventWord::BecameStale => Self::BecameStale,
            EventWord::Queued => Self::Queued,
            EventWord::Edited => Self::Edited,
            EventWord::Resent => Self::Resent,
            EventWord::Matched => Self::Matched,
            EventWord::Discarded => Self::Discarded,
            EventWord::Labelled => Self::Labelled { labels: need(labels, "labels")? },
            EventWord::Hidden => Self::Hidden,
            EventWord::Unhidden => Self::Unhidden,
        })
    }
}
