//! The inbox: what needs a person in a project, and what the person has read.

use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::http::parameter;
use crate::{CallerName, ErrorReason, InvalidParameter, JobId, JobStatus, SubmissionId, UnixMs};

/// A person's inbox of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Inbox {
    /// Revision of the ledger. `readUpTo` takes it to mark everything as read.
    pub revision: u64,
    /// Number of unread items in `needsYou` and `ended`, counting the newest 100 of each.
    pub unread: u32,
    /// Items that need a decision.
    pub needs_you: InboxGroup,
    /// Items that ended in the last 14 days.
    pub ended: InboxGroup,
    /// Items that are running. They are never unread.
    pub running: InboxGroup,
}

impl Inbox {
    /// Maximum and default number of items per group.
    pub const LIMIT_MAX: u32 = 100;
}

/// The items of a group, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InboxGroup {
    /// The newest items, up to the limit of the request.
    pub items: Vec<InboxItem>,
    /// Whether there are older items.
    pub has_more: bool,
}

/// A job, or a prompt without a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InboxItem {
    /// The job or submission.
    pub subject: InboxSubject,
    /// Start of the first prompt; null for an imported job.
    pub title: Option<String>,
    /// Author of the first prompt; null for an imported job.
    pub author: Option<CallerName>,
    /// Status of the job in the service's last response; null without a job.
    pub status: Option<JobStatus>,
    /// URL of the job's last pull request; null if there is none.
    pub pr_link: Option<String>,
    /// Why the item is in the inbox.
    pub reason: InboxReason,
    /// When the item came into the inbox.
    pub at: UnixMs,
    /// Revision of the event that brought the item into the inbox.
    pub revision: u64,
    /// Whether the person has read the item.
    pub read: bool,
}

/// The subject of an item: `{"job": id}` or `{"submission": id}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InboxSubject {
    /// A job.
    Job(JobId),
    /// A submission that has created no job.
    Submission(SubmissionId),
}

tagged! {
    /// Why an item is in the inbox.
    pub enum InboxReason by "kind" {
        /// It is unknown whether the service acted on a prompt.
        OutcomeUnknown {
            /// Why there is no response.
            reason: ErrorReason,
        },
        /// A prompt was rejected.
        Rejected {
            /// Why the prompt was rejected.
            reason: ErrorReason,
        },
        /// The job failed.
        Failed,
        /// Docket suspended polling of the job.
        PollingSuspended {
            /// Why polling is suspended.
            reason: ErrorReason,
        },
        /// A caller stopped polling of the job.
        PollingStopped {
            /// Who stopped polling.
            by: Option<CallerName>,
        },
        /// The job is active much longer than usual in this project.
        RunningLong,
        /// The job was completed or archived.
        Ended,
        /// The job is active.
        Running {
            /// When Docket polls the job again.
            next_at: Option<UnixMs>,
            /// Why the last poll failed; null if it succeeded.
            last_error: Option<ErrorReason>,
        },
    }
    members { reason: ErrorReason, by: CallerName, next_at: UnixMs, last_error: ErrorReason }
}

/// Body of `PATCH /api/projects/{project}/inbox`: what the person has read. Docket applies `marks` after `readUpTo`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboxPatch {
    /// Marks everything up to this revision as read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_up_to: Option<u64>,
    /// Marks of single items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = InboxPatch::MARKS_MAX)))]
    pub marks: Vec<InboxMark>,
}

impl InboxPatch {
    /// Maximum number of marks.
    pub const MARKS_MAX: usize = 50;
}

/// Marks an item as read or unread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InboxMark {
    /// The item.
    pub subject: InboxSubject,
    /// Revision of the item as the person saw it. Later events stay unread.
    pub revision: u64,
    /// Whether the item is read.
    pub read: bool,
}

/// The checked query of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxQuery {
    /// Maximum number of items per group, 0 to [`Inbox::LIMIT_MAX`].
    pub limit: u32,
}

impl InboxQuery {
    /// Reads decoded query parameters. An empty value counts as absent.
    ///
    /// # Errors
    /// If the limit is out of range.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self { limit: Inbox::LIMIT_MAX };
        for (_, value) in pairs.into_iter().filter(|(name, value)| *name == "limit" && !value.is_empty()) {
            query.limit = parameter::number("limit", value, 0..=Inbox::LIMIT_MAX)?;
        }
        Ok(query)
    }
}
