use serde::{Deserialize, Serialize};

use super::flat::tagged;
use crate::{CallerName, ErrorReason, JobId, JobStatus, Label, UnixMs};

/// A job in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobEntry {
    /// Id of the job at the service.
    pub id: JobId,
    /// Status in the service's last response.
    pub status: JobStatus,
    /// Start of the first prompt, at most 200 characters; null for an imported job, and after its prompts were deleted.
    pub title: Option<String>,
    /// Number of days after which the texts of the prompts, and the title, were deleted; absent while they are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompts_deleted_after_days: Option<u32>,
    /// Author of the first prompt: the name of a person with a passphrase, the e-mail address of a person of Cloudflare
    /// Access, or `token:` and a token's id.
    pub author: Option<CallerName>,
    /// Source repository, as in the service's response; null if longer than 2,000 bytes.
    pub repository: Option<String>,
    /// Branch, tag or commit; null if longer than 2,000 bytes.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Name of the model; null if longer than 2,000 bytes.
    pub model: Option<String>,
    /// URL of the last pull request, also while a follow-up is active; null if longer than 2,000 bytes.
    pub pr_link: Option<String>,
    /// When the service created the job; null if its response has no readable time.
    pub created_at: Option<UnixMs>,
    /// When the job was added to the ledger, which is later than its creation for an imported job.
    pub added_at: UnixMs,
    /// When the ledger recorded the end; null while the job is active, also again after a follow-up.
    pub ended_at: Option<UnixMs>,
    /// When the service archived the job; null if it did not, or its response has no readable time.
    pub archived_at: Option<UnixMs>,
    /// Time of the service's last response about the job. A poll that failed does not change it.
    pub checked_at: UnixMs,
    /// Whether and when Docket polls the job again.
    pub polling: Polling,
    /// Number of follow-ups that were sent, not counting the first prompt.
    pub follow_ups: u32,
    /// Whether the job has been active much longer than usual in this project.
    pub running_long: bool,
    /// Labels, in alphabetical order.
    pub labels: Vec<Label>,
    /// Whether the list hides the job by default.
    pub hidden: bool,
    /// Revision of the ledger when this row last changed.
    pub revision: u64,
}

impl JobEntry {
    /// Maximum length of the repository, the reference, the model and the pull request, in bytes. Longer ones are
    /// absent.
    pub const TEXT_BYTES_MAX: usize = 2_000;

    /// A job as JSON. The tests pin the members with it, and the description of the API and the tests of the app show
    /// it.
    pub const EXAMPLE: &str = r#"{
        "id": "0199c2a4-5b6d-7e8f-9a0b-1c2d3e4f5a6b",
        "status": "completed",
        "title": "Add a page about rate limits",
        "author": "token:ci",
        "repository": "https://code.example/acme/docs",
        "ref": "main",
        "model": "writer-2",
        "prLink": "https://code.example/acme/docs/pull/17",
        "createdAt": "2026-01-31T09:30:00.000Z",
        "addedAt": "2026-01-31T09:30:00.120Z",
        "endedAt": "2026-01-31T09:32:40.480Z",
        "archivedAt": null,
        "checkedAt": "2026-01-31T09:32:40.480Z",
        "polling": { "state": "ended" },
        "followUps": 0,
        "runningLong": false,
        "labels": ["docs"],
        "hidden": false,
        "revision": 4
    }"#;
}

tagged! {
    /// Whether and when Docket polls a job again.
    pub enum Polling by "state" {
        /// Docket will poll the job again.
        Scheduled {
            /// Earliest time of the next poll.
            next_at: UnixMs,
            /// Why the last poll failed, if it did. That says nothing about the job itself.
            last_error: Option<ErrorReason>,
        },
        /// The job has ended. Docket polls it rarely, and regularly again after a follow-up.
        Ended,
        /// A caller stopped polling. Docket polls the job only when programs read it.
        Stopped,
        /// Docket suspended polling: the service rejects the key, or no longer has the job.
        Suspended {
            /// Why polling is suspended.
            reason: ErrorReason,
        },
    }
    members { next_at: UnixMs, last_error: ErrorReason, reason: ErrorReason }
}

impl Polling {
    /// Why the last poll failed, if it did.
    #[must_use]
    pub fn last_error(&self) -> Option<&ErrorReason> {
        match self {
            Self::Scheduled { last_error, .. } => last_error.as_ref(),
            Self::Suspended { reason } => Some(reason),
            Self::Ended | Self::Stopped => None,
        }
    }

    /// The value of `state`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Scheduled { .. } => "scheduled",
            Self::Ended => "ended",
            Self::Stopped => "stopped",
            Self::Suspended { .. } => "suspended",
        }
    }
}
