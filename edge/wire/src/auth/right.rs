use serde::{Deserialize, Serialize};

/// A right of a caller. The route table names the right that each route requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Manage access: create and revoke tokens, see all sessions and end them. Only a person can have it, since
    /// a token must not create others.
    #[serde(rename = "access:manage")]
    AccessManage,
    /// Read the audit log.
    #[serde(rename = "audit:read")]
    AuditRead,
    /// Read the metrics of projects, which contain numbers only.
    #[serde(rename = "metrics:read")]
    MetricsRead,
    /// Download backups of everything that Docket stores, in all projects. They contain every prompt, but no secrets.
    #[serde(rename = "backup:read")]
    BackupRead,
}

impl Right {
    /// All rights.
    pub const ALL: [Self; 7] = [
        Self::JobsRead,
        Self::JobsWrite,
        Self::VisitorsRead,
        Self::AccessManage,
        Self::AuditRead,
        Self::MetricsRead,
        Self::BackupRead,
    ];
    /// The rights that a token can have.
    pub const FOR_PROGRAMS: [Self; 6] = [
        Self::JobsRead,
        Self::JobsWrite,
        Self::VisitorsRead,
        Self::AuditRead,
        Self::MetricsRead,
        Self::BackupRead,
    ];

    /// The value in a token's rights.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JobsRead => "jobs:read",
            Self::JobsWrite => "jobs:write",
            Self::VisitorsRead => "visitors:read",
            Self::AccessManage => "access:manage",
            Self::AuditRead => "audit:read",
            Self::MetricsRead => "metrics:read",
            Self::BackupRead => "backup:read",
        }
    }
}
