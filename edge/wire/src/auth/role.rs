use serde::{Deserialize, Serialize};

use super::Right;

/// The role of a person: a set of rights with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Can read jobs and visitors.
    Viewer,
    /// Can also create and change jobs.
    Operator,
    /// Can also manage access, and read the audit log, the metrics and backups.
    Admin,
}

impl Role {
    /// What a person with this role may do.
    #[must_use]
    pub fn rights(self) -> Vec<Right> {
        match self {
            Self::Viewer => vec![Right::JobsRead, Right::VisitorsRead],
            Self::Operator => vec![Right::JobsRead, Right::JobsWrite, Right::VisitorsRead],
            Self::Admin => Right::ALL.to_vec(),
        }
    }
}
