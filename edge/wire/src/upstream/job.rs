//! The documentation service's jobs, as in its contract.
//!
//! Reading is lenient where the contract is silent: null counts as absent, unknown fields are ignored, and an unknown
//! status is accepted. A job needs only `id` and `status`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{JobId, is_blank};

/// Status of an agent job.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum JobStatus {
    /// The agent is processing a prompt.
    Active,
    /// The agent finished; there may be a pull request.
    Completed,
    /// The job was archived.
    Archived,
    /// The agent met an error from which it could not recover.
    Failed,
    /// A status that the contract does not have, cut to [`JobStatus::CHARS_MAX`]. Docket polls the job slowly.
    Other(String),
}

impl JobStatus {
    /// Maximum length of a status that the contract does not have, in characters: lists and events repeat it.
    pub const CHARS_MAX: usize = 100;

    /// The service's value.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::Archived => "archived",
            Self::Failed => "failed",
            Self::Other(word) => word,
        }
    }

    /// Whether the contract says to stop polling here.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self, Self::Completed | Self::Archived | Self::Failed)
    }
}

impl From<String> for JobStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "active" => Self::Active,
            "completed" => Self::Completed,
            "archived" => Self::Archived,
            "failed" => Self::Failed,
            _ => Self::Other(word.chars().take(Self::CHARS_MAX).collect()),
        }
    }
}

impl From<JobStatus> for String {
    fn from(status: JobStatus) -> Self {
        status.as_str().to_owned()
    }
}

impl fmt::Display for JobStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The repository of a job.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// Repository, usually its URL. The contract specifies no format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// Branch, tag or commit.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// The fields of an agent job that Docket reads. Docket also stores the service's original text, which has all others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Id of the job.
    pub id: JobId,
    /// Status of the job.
    pub status: JobStatus,
    /// Source repository.
    #[serde(default, deserialize_with = "null_is_default")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Source>"))]
    pub source: Source,
    /// Name of the model that works on the job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// URL of the pull request. The service sends null until there is one.
    #[serde(default)]
    pub pr_link: Option<String>,
    /// When the job was created: an ISO 8601 date-time in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// When the job was archived: an ISO 8601 date-time in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<String>,
}

fn null_is_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// Body of the create and message operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prompt {
    /// The prompt.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Self::BYTES_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::blank::VISIBLE_PATTERN)))]
    pub prompt: String,
}

/// Why Docket refuses a prompt without sending it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPrompt {
    /// The prompt has nothing to see: see [`is_blank`].
    #[error("prompt must have at least 1 character that is visible")]
    Blank,
    /// The prompt is longer than [`Prompt::BYTES_MAX`].
    #[error("prompt must not be longer than 100000 bytes")]
    TooLong,
}

impl Prompt {
    /// The contract has no maximum. This one is well below the maximum row size of a Durable Object.
    pub const BYTES_MAX: usize = 100_000;

    /// Checks the contract's minimum and Docket's maximum.
    ///
    /// # Errors
    /// If the prompt breaks one of them: it says which.
    pub fn check(&self) -> Result<(), InvalidPrompt> {
        if is_blank(&self.prompt) {
            Err(InvalidPrompt::Blank)
        } else if self.prompt.len() > Self::BYTES_MAX {
            Err(InvalidPrompt::TooLong)
        } else {
            Ok(())
        }
    }
}

/// The part of the service's error body that Docket reads. Other shapes occur too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ServiceError {
    /// A sentence for people.
    pub error: String,
}
