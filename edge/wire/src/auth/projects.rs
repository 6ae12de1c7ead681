use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Right;
use crate::ProjectId;

/// Response of `GET /api/projects`: the projects in which the caller has a right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProjectsPage {
    /// The projects, in the order of the settings.
    pub projects: Vec<Project>,
    /// Always false: there is one page.
    pub has_more: bool,
}

/// One project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Project {
    /// Id of the project at the service.
    pub id: ProjectId,
    /// Name of the project in the settings; its id if they have none.
    pub name: String,
    /// What the caller may do in the project.
    pub rights: BTreeSet<Right>,
    /// URL of the published documentation, without a trailing slash: a path of the visitors appended to it is the page. Absent if
    /// the settings have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_url: Option<String>,
}
