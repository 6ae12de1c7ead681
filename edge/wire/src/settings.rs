//! What Docket says about its own configuration.

use serde::{Deserialize, Serialize};

use crate::ProjectId;

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
