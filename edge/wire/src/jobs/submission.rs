use serde::{Deserialize, Serialize};

use crate::{CallerName, ErrorReason, JobId, SubmissionId, UnixMs};

/// A prompt that creates a job or is a follow-up. The ledger records it before Docket calls the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", try_from = "FlatSubmission")]
pub struct Submission {
    /// Id of the submission.
    pub id: SubmissionId,
    /// Whether the submission creates a job or is a follow-up.
    pub kind: SubmissionKind,
    /// The job that the submission created or belongs to; null until the service has named it.
    pub job: Option<JobId>,
    /// First line of the prompt, at most 200 characters; empty once the text is deleted.
    pub title: String,
    /// The whole prompt. Lists and live messages leave out a prompt of more than 1,000 bytes: read the submission by
    /// its id to get it.
    pub prompt: Option<String>,
    /// Number of days after which the text of the prompt was deleted; absent while it is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_deleted_after_days: Option<u32>,
    /// The caller who sent the submission.
    pub author: CallerName,
    /// When the submission was recorded.
    pub submitted_at: UnixMs,
    /// State of the submission. In JSON, `state` and the `reason` of some states are members of the submission.
    #[serde(flatten)]
    pub state: SubmissionState,
    /// Revision of the ledger when this row last changed.
    pub revision: u64,
}

impl Submission {
    /// Maximum length of a prompt in lists and live messages, in bytes.
    pub const LISTED_BYTES_MAX: usize = 1_000;
}

/// Body of `POST /api/projects/{project}/jobs/{id}/follow-ups` and of `PATCH /api/projects/{project}/submissions/{id}`. Unlike
/// the body of the service's operations, it has no other members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    /// The prompt.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::Prompt::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = r"[\S\u001c-\u001f\ufeff]")))]
    pub prompt: String,
}

/// The kind of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SubmissionKind {
    /// Creates a job.
    Create,
    /// Sends a follow-up.
    FollowUp,
}

/// The state of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum SubmissionState {
    /// A follow-up that Docket sends when the job is idle and earlier follow-ups are settled.
    Queued,
    /// Docket is calling the service.
    Sending,
    /// The service accepted the submission.
    Accepted,
    /// The service rejected the submission, or Docket did before it called the service.
    Rejected {
        /// Why the submission was rejected.
        reason: ErrorReason,
    },
    /// The service may have acted on the submission, but Docket got no readable response.
    Unknown {
        /// Why there is no response.
        reason: ErrorReason,
    },
    /// A caller cancelled the submission before it was sent, or discarded it.
    Discarded,
}

impl SubmissionState {
    /// Whether the submission waits for a caller's decision.
    #[must_use]
    pub fn needs_decision(&self) -> bool {
        matches!(self, Self::Rejected { .. } | Self::Unknown { .. })
    }
}

/// The members of a submission in JSON. A derived reader of the state among them would buffer the whole submission,
/// which costs code that the browser has to load.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FlatSubmission {
    id: SubmissionId,
    kind: SubmissionKind,
    job: Option<JobId>,
    title: String,
    prompt: Option<String>,
    prompt_deleted_after_days: Option<u32>,
    author: CallerName,
    submitted_at: UnixMs,
    state: FlatState,
    reason: Option<ErrorReason>,
    revision: u64,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum FlatState {
    Queued,
    Sending,
    Accepted,
    Rejected,
    Unknown,
    Discarded,
}

/// Why a submission in JSON is not valid.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("missing field `reason`")]
struct NoReason;

impl TryFrom<FlatSubmission> for Submission {
    type Error = NoReason;

    fn try_from(flat: FlatSubmission) -> Result<Self, NoReason> {
        let reason = flat.reason.ok_or(NoReason);
        let state = match flat.state {
            FlatState::Queued => SubmissionState::Queued,
            FlatState::Sending => SubmissionState::Sending,
            FlatState::Accepted => SubmissionState::Accepted,
            FlatState::Rejected => SubmissionState::Rejected { reason: reason? },
            FlatState::Unknown => SubmissionState::Unknown { reason: reason? },
            FlatState::Discarded => SubmissionState::Discarded,
        };
        let FlatSubmission {
            id,
            kind,
            job,
            title,
            prompt,
            prompt_deleted_after_days,
            author,
            submitted_at,
            revision,
            ..
        } = flat;
        Ok(Self {
            id,
            kind,
            job,
            title,
            prompt,
            prompt_deleted_after_days,
            author,
            submitted_at,
            state,
            revision,
        })
    }
}
