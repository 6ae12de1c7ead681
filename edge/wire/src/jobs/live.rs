use serde::{Deserialize, Serialize};

use crate::{Event, JobEntry, JobId, Snapshot, Submission, UnixMs};

/// What a console sends to find out whether the line is alive. Answered without waking the object.
pub const PING: &str = "ping";
/// The answer to [`PING`].
pub const PONG: &str = "pong";

/// What the live route sends: JSON text frames.
///
/// A console that comes with `?since=R` gets the changes after `R`; without it, or after too long an absence,
/// a snapshot. A `Changes` whose `since` is not the console's own revision means that something was missed:
/// it reconnects with its revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum LiveMessage {
    /// Everything anew.
    Snapshot(Snapshot),
    /// What happened after revision `since`, up to and including `revision`.
    Changes {
        /// Revision before.
        since: u64,
        /// Revision after.
        revision: u64,
        /// Every event in between, in order.
        events: Vec<Event>,
        /// The rows they touched, as they are now.
        jobs: Vec<JobEntry>,
        /// The submissions they touched, as they are now.
        submissions: Vec<Submission>,
    },
    /// A job was looked at and had not changed: freshness, not history, so it has no revision.
    #[serde(rename_all = "camelCase")]
    Checked {
        /// Which.
        job: JobId,
        /// When the service answered.
        checked_at: UnixMs,
        /// When it is asked again.
        next_at: Option<UnixMs>,
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
}

impl LiveMessage {
    /// Reads a frame: first what it is, then that. The same as deserializing it, without the copy of the whole that
    /// a tag inside a message otherwise costs, in time and in the code that a browser has to load.
    ///
    /// # Errors
    /// If it is none of the messages.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Kind {
            Snapshot,
            Changes,
            Checked,
        }
        #[derive(Deserialize)]
        struct Tag {
            #[serde(rename = "type")]
            kind: Kind,
        }
        Ok(match serde_json::from_str::<Tag>(text)?.kind {
            Kind::Snapshot => Self::Snapshot(serde_json::from_str(text)?),
            Kind::Changes => {
                let Changes { since, revision, events, jobs, submissions } = serde_json::from_str(text)?;
                Self::Changes { since, revision, events, jobs, submissions }
            }
            Kind::Checked => {
                let Checked { job, checked_at, next_at } = serde_json::from_str(text)?;
                Self::Checked { job, checked_at, next_at }
            }
        })
    }
}
