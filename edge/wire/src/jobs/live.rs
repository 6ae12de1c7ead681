use serde::de::Error as _;
use serde::{Deserialize, Serialize};

use crate::{ErrorReason, Event, JobEntry, JobId, JobPauses, Snapshot, Submission, UnixMs};

/// A console sends this to check its connection. The runtime responds without waking the object.
pub const PING: &str = "ping";
/// The response to [`PING`].
pub const PONG: &str = "pong";

/// A message of the live route: a JSON text frame.
///
/// A console that connects with `?since=R` gets the changes after `R`. Without it, or after too many changes, it gets a
/// snapshot. If the `since` of a `Changes` is not the console's revision, the console has missed a message and
/// reconnects with its revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum LiveMessage {
    /// The current state.
    Snapshot(Snapshot),
    /// The changes after revision `since`, up to and including `revision`.
    Changes {
        /// The revision before the changes.
        since: u64,
        /// The revision after the changes.
        revision: u64,
        /// The events, in order.
        events: Vec<Event>,
        /// The current rows of the changed jobs.
        jobs: Vec<JobEntry>,
        /// The changed submissions, in their current state.
        submissions: Vec<Submission>,
    },
    /// A poll found no change, or failed. It is not an event, so it has no revision.
    #[serde(rename_all = "camelCase")]
    Checked {
        /// The polled job.
        job: JobId,
        /// Time of the service's last response about the job, which is earlier than a poll that failed.
        checked_at: UnixMs,
        /// Earliest time of the next poll; null if Docket does not poll the job again.
        next_at: Option<UnixMs>,
        /// Why the poll failed, if it did.
        #[serde(skip_serializing_if = "Option::is_none")]
        last_error: Option<ErrorReason>,
    },
    /// The pauses changed. A console that connects gets it after the changes, also without a pause.
    Pauses(JobPauses),
    /// The person has marked items of their inbox, in this console or another one. Only their consoles get it.
    Inbox {
        /// Number of unread items, counted as in the inbox.
        unread: u32,
    },
}

/// The members of [`LiveMessage::Changes`].
#[derive(Deserialize)]
struct Changes {
    since: u64,
    revision: u64,
    events: Vec<Event>,
    jobs: Vec<JobEntry>,
    submissions: Vec<Submission>,
}

/// The members of [`LiveMessage::Checked`].
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    job: JobId,
    checked_at: UnixMs,
    next_at: Option<UnixMs>,
    last_error: Option<ErrorReason>,
}

impl LiveMessage {
    /// Reads a frame: first its type, then the rest. A derived reader of an internally tagged enum buffers the whole
    /// message, which costs time, and code that the browser has to load.
    ///
    /// # Errors
    /// If the text is not a message.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum MessageKind {
            Snapshot,
            Changes,
            Checked,
            Pauses,
            Inbox,
        }
        #[derive(Deserialize)]
        struct Tag {
            #[serde(rename = "type")]
            kind: MessageKind,
            /// The only member of the smallest message, which needs no reader of its own.
            unread: Option<u32>,
        }
        let Tag { kind, unread } = crate::json::from_str(text)?;
        Ok(match kind {
            MessageKind::Snapshot => Self::Snapshot(crate::json::from_str(text)?),
            MessageKind::Changes => {
                let Changes { since, revision, events, jobs, submissions } = crate::json::from_str(text)?;
                Self::Changes { since, revision, events, jobs, submissions }
            }
            MessageKind::Checked => {
                let Checked { job, checked_at, next_at, last_error } = crate::json::from_str(text)?;
                Self::Checked { job, checked_at, next_at, last_error }
            }
            MessageKind::Pauses => Self::Pauses(crate::json::from_str(text)?),
            MessageKind::Inbox => {
                Self::Inbox { unread: unread.ok_or_else(|| serde_json::Error::missing_field("unread"))? }
            }
        })
    }
}
