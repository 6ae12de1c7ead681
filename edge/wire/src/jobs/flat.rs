//! How tagged messages are read: every member that any of the kinds has, then the kind decides.
//!
//! A derived reader of an internally tagged enum first copies the whole message into a tree. In the browser that
//! code is a tenth of everything there is to load.

use serde::Deserialize;

use super::Fault;
use crate::{JobStatus, Label, UnixMs};

/// A message lacks a member that its kind has.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
pub(super) struct Missing(&'static str);

fn need<T>(member: Option<T>, name: &'static str) -> Result<T, Missing> {
    member.ok_or(Missing(name))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WatchState {
    Polling,
    Ended,
    Unwatched,
    Stopped,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Watch {
    state: WatchState,
    next_at: Option<UnixMs>,
    trouble: Option<Fault>,
    reason: Option<Fault>,
}

impl TryFrom<Watch> for super::Watch {
    type Error = Missing;

    fn try_from(flat: Watch) -> Result<Self, Missing> {
        Ok(match flat.state {
            WatchState::Polling => {
                Self::Polling { next_at: need(flat.next_at, "nextAt")?, trouble: flat.trouble }
            }
            WatchState::Ended => Self::Ended,
            WatchState::Unwatched => Self::Unwatched,
            WatchState::Stopped => Self::Stopped { reason: need(flat.reason, "reason")? },
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
    Refused,
    Unknown,
}

#[derive(Deserialize)]
pub(super) struct SubmissionState {
    state: SubmissionWord,
    reason: Option<Fault>,
}

impl TryFrom<SubmissionState> for super::SubmissionState {
    type Error = Missing;

    fn try_from(flat: SubmissionState) -> Result<Self, Missing> {
        Ok(match flat.state {
            SubmissionWord::Queued => Self::Queued,
            SubmissionWord::Discarded => Self::Discarded,
            SubmissionWord::Sending => Self::Sending,
            SubmissionWord::Accepted => Self::Accepted,
            SubmissionWord::Refused => Self::Refused { reason: need(flat.reason, "reason")? },
            SubmissionWord::Unknown => Self::Unknown { reason: need(flat.reason, "reason")? },
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum EventWord {
    Submitted,
    Accepted,
    Refused,
    OutcomeUnknown,
    Attached,
    StatusChanged,
    PullRequest,
    WatchStopped,
    WatchResumed,
    Unwatched,
    WentStale,
    Queued,
    Edited,
    SentAgain,
    Resolved,
    Discarded,
    Labelled,
    Hidden,
    Shown,
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
    type Error = Missing;

    fn try_from(flat: EventKind) -> Result<Self, Missing> {
        let EventKind { kind, reason, status, from, to, url, labels } = flat;
        Ok(match kind {
            EventWord::Submitted => Self::Submitted,
            EventWord::Accepted => Self::Accepted,
            EventWord::Refused => Self::Refused { reason: need(reason, "reason")? },
            EventWord::OutcomeUnknown => Self::OutcomeUnknown { reason: need(reason, "reason")? },
            EventWord::Attached => Self::Attached { status: need(status, "status")? },
            EventWord::StatusChanged => {
                Self::StatusChanged { from: need(from, "from")?, to: need(to, "to")? }
            }
            EventWord::PullRequest => Self::PullRequest { url: need(url, "url")? },
            EventWord::WatchStopped => Self::WatchStopped { reason: need(reason, "reason")? },
            EventWord::WatchResumed => Self::WatchResumed,
            EventWord::Unwatched => Self::Unwatched,
            EventWord::WentStale => Self::WentStale,
            EventWord::Queued => Self::Queued,
            EventWord::Edited => Self::Edited,
            EventWord::SentAgain => Self::SentAgain,
            EventWord::Resolved => Self::Resolved,
            EventWord::Discarded => Self::Discarded,
            EventWord::Labelled => Self::Labelled { labels: need(labels, "labels")? },
            EventWord::Hidden => Self::Hidden,
            EventWord::Shown => Self::Shown,
        })
    }
}
