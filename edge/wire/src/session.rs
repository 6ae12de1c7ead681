use serde::{Deserialize, Serialize};

use crate::{OperatorName, ProjectId, UnixMs};

/// What a caller may do. Every route names the one it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Right {
    /// See jobs, prompts and timelines.
    #[serde(rename = "jobs:read")]
    JobsRead,
    /// Create jobs and send follow-ups.
    #[serde(rename = "jobs:write")]
    JobsWrite,
    /// See visitor figures.
    #[serde(rename = "visitors:read")]
    VisitorsRead,
}

impl Right {
    /// Every right there is.
    pub const ALL: [Self; 3] = [Self::JobsRead, Self::JobsWrite, Self::VisitorsRead];

    /// The word for it in a token's scopes.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JobsRead => "jobs:read",
            Self::JobsWrite => "jobs:write",
            Self::VisitorsRead => "visitors:read",
        }
    }
}

/// Body of `POST /api/session`.
#[derive(Clone, Serialize, Deserialize)]
pub struct SignIn {
    /// Operator's name.
    pub name: String,
    /// Operator's passphrase.
    pub passphrase: String,
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Answer of `GET` and `POST /api/session`: who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Who.
    pub name: OperatorName,
    /// What they may do.
    pub rights: Vec<Right>,
    /// When this session ends at the latest, used or not.
    pub expires_at: UnixMs,
}

/// One project of `GET /api/projects`, which answers with an array of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// The service's identifier.
    pub id: ProjectId,
    /// Name for people.
    pub name: String,
}

/// Answer of `GET /api/health`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Whether Docket can do its work.
    pub status: HealthState,
    /// Settings that are missing or wrong, a sentence each. Names only, never values.
    pub missing: Vec<String>,
    /// Version of Docket.
    pub version: String,
}

/// Whether Docket can do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealthState {
    /// All settings are there.
    Ok,
    /// Something is missing; every other route answers 503.
    NotConfigured,
}
