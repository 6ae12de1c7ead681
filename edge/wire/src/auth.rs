//! Rights, sign-in and sessions.

use serde::{Deserialize, Serialize};

use crate::{CallerName, UnixMs};

/// What a caller may do. The route table names the right that each route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Right {
    /// Read jobs, prompts and events.
    #[serde(rename = "jobs:read")]
    JobsRead,
    /// Create and change jobs, and send follow-ups.
    #[serde(rename = "jobs:write")]
    JobsWrite,
    /// Read visitor analytics.
    #[serde(rename = "visitors:read")]
    VisitorsRead,
}

impl Right {
    /// All rights.
    pub const ALL: [Self; 3] = [Self::JobsRead, Self::JobsWrite, Self::VisitorsRead];

    /// Its value in a token's scopes.
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
    /// Name of the operator.
    pub name: String,
    /// Passphrase of the operator.
    pub passphrase: String,
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Response of `GET` and `POST /api/session`: the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    /// Name of the caller.
    pub name: CallerName,
    /// What the caller may do.
    pub rights: Vec<Right>,
    /// When the session or token ends at the latest.
    pub expires_at: UnixMs,
}
