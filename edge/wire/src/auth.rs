//! Who is signed in, and what they may do.

use serde::{Deserialize, Serialize};

use crate::{CallerName, UnixMs};

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
    pub name: CallerName,
    /// What they may do.
    pub rights: Vec<Right>,
    /// When this session ends at the latest, used or not.
    pub expires_at: UnixMs,
}
