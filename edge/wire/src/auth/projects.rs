use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Right;
use crate::ProjectId;

/// Response of `GET /api/projects`: the projects in which the caller has a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProjectsPage {
    /// In the order of the settings.
    pub projects: Vec<Project>,
    /// Whether other projects follow: never, as yet.
    pub has_more: bool,
}

/// One project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Project {
    /// The service's identifier.
    pub id: ProjectId,
    /// Name for people.
    pub name: String,
    /// What the caller may do in it.
    pub rights: BTreeSet<Right>,
}
