//! The inbox: what a project's jobs want of a person, and what of it the person has read.

use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::{CallerName, Fault, InvalidParameter, JobId, JobStatus, SubmissionId, UnixMs, whole_number};

/// A person's inbox of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Inbox {
    /// The ledger's revision, up to which a person can mark everything read.
    pub revision: u64,
    /// How many items that need somebody or have ended are unread, of the newest 100 of each.
    pub unread: u32,
    /// What waits for somebody's decision.
    pub needs_you: InboxGroup,
    /// What has ended, for 14 days.
    pub ended: InboxGroup,
    /// What is under way. Nothing of it is unread.
    pub running: InboxGroup,
}

impl Inbox {
    /// Maximum and default number of items of a group.
    pub const LIMIT_MAX: u32 = 100;
}

/// Items of one group, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InboxGroup {
    /// The newest items.
    pub items: Vec<InboxItem>,
    /// Whether there are older ones.
    pub has_more: bool,
}

/// A job, or a prompt without a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InboxItem {
    /// What it is.
    pub subject: InboxSubject,
    /// Beginning of the first prompt; absent for an imported job.
    pub title: Option<String>,
    /// Author of the first prompt.
    pub author: Option<CallerName>,
    /// Status of the job in the service's last response; absent without a job.
    pub status: Option<JobStatus>,
    /// Pull request of the job.
    pub pr_link: Option<String>,
    /// Why it is in the inbox.
    pub reason: InboxReason,
    /// Since when.
    pub at: UnixMs,
    /// The revision of the event that brought it there.
    pub revision: u64,
    /// Whether the person has read it.
    pub read: bool,
}

/// What an item is: `{"job": id}` or `{"submission": id}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InboxSubject {
    /// A job.
    Job(JobId),
    /// A create that has no job.
    Submission(SubmissionId),
}

tagged! {
    /// Why something is in the inbox.
    pub enum InboxReason by "kind" {
        /// It is unknown whether the service acted on a prompt.
        OutcomeUnknown {
            /// Why there is no response.
            reason: Fault,
        },
        /// A prompt was rejected.
        Rejected {
            /// Why.
            reason: Fault,
        },
        /// The job failed.
        Failed,
        /// Docket suspended polling of the job.
        PollingSuspended {
            /// Why.
            reason: Fault,
        },
        /// A caller stopped polling of the job.
        PollingStopped {
            /// Who.
            by: Option<CallerName>,
        },
        /// The job is active much longer than usual in this project.
        Stale,
        /// The job was completed or archived.
        Ended,
        /// The job is active.
        Running {
            /// When Docket polls it again.
            next_at: Option<UnixMs>,
        },
    }
    members { reason: Fault, by: CallerName, next_at: UnixMs }
}

/// Body of `PATCH /api/projects/{project}/inbox`: what the person has read. Marks count after `readUpTo`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InboxPatch {
    /// Everything up to this revision is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_up_to: Option<u64>,
    /// Single items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(max = InboxPatch::MARKS_MAX)))]
    pub marks: Vec<InboxMark>,
}

impl InboxPatch {
    /// Maximum number of marks.
    pub const MARKS_MAX: usize = 50;
}

/// Whether the person has read an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InboxMark {
    /// The item.
    pub subject: InboxSubject,
    /// The revision that the person knows of. What came later stays unread.
    pub revision: u64,
    /// Whether it is read.
    pub read: bool,
}

/// The checked query of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InboxQuery {
    /// Items of a group, 0 to [`Inbox::LIMIT_MAX`].
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
            let limit = whole_number(value).and_then(|limit| u32::try_from(limit).ok());
            let limit = limit.filter(|limit| *limit <= Inbox::LIMIT_MAX);
            let rule = "must be a whole number from 0 to 100";
            query.limit = limit.ok_or_else(|| InvalidParameter::new("limit", rule))?;
        }
        Ok(query)
    }
}
