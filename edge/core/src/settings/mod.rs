//! Settings, read from named texts and checked as a whole.
//!
//! No admin key is kept here: a project names the secret that holds its key, and only the Worker's `upstream`
//! module reads that.

mod people;
mod read;

use std::fmt;

use docket_wire::ProjectId;

pub use people::{Operator, Token};

use crate::upstream::endpoints::{BaseUrl, JobPath};

/// Names of the settings. They are part of what Docket promises to those who deploy it.
pub mod names {
    /// Base URL of the documentation service.
    pub const UPSTREAM: &str = "DOCKET_UPSTREAM";
    /// Projects: `[{"id", "name"?, "keySecret"?}]`.
    pub const PROJECTS: &str = "DOCKET_PROJECTS";
    /// Path of the get-job operation.
    pub const GET_JOB_PATH: &str = "DOCKET_GET_JOB_PATH";
    /// Milliseconds that the service has for a whole answer.
    pub const UPSTREAM_TIMEOUT_MS: &str = "DOCKET_UPSTREAM_TIMEOUT_MS";
    /// Creates and follow-ups a project and hour.
    pub const AGENT_PER_HOUR: &str = "DOCKET_AGENT_PER_HOUR";
    /// Analytics requests an admin key and hour.
    pub const ANALYTICS_PER_HOUR: &str = "DOCKET_ANALYTICS_PER_HOUR";
    /// Looks at jobs a project and hour.
    pub const POLLS_PER_HOUR: &str = "DOCKET_POLLS_PER_HOUR";
    /// Seconds that half of all jobs take less than.
    pub const TYPICAL_JOB_S: &str = "DOCKET_TYPICAL_JOB_S";
    /// Origin under which people see Docket.
    pub const ORIGIN: &str = "DOCKET_ORIGIN";
    /// Secret: the admin key, for projects that name no other.
    pub const ADMIN_KEY: &str = "DOCKET_ADMIN_KEY";
    /// Secret: signs sessions.
    pub const SESSION_SECRET: &str = "DOCKET_SESSION_SECRET";
    /// Secret: who may sign in, `[{"name", "hash"}]`.
    pub const OPERATORS: &str = "DOCKET_OPERATORS";
    /// Secret: programs, `[{"id", "hash", "scopes", "expires"?}]`.
    pub const TOKENS: &str = "DOCKET_TOKENS";
}

/// Everything that Docket can be told, checked.
#[derive(Debug)]
pub struct Settings {
    /// The documentation service.
    pub upstream: BaseUrl,
    /// Path of its get-job operation.
    pub get_job_path: JobPath,
    /// Time for one call, its whole body included, in milliseconds.
    pub upstream_timeout_ms: u32,
    /// At least one; ids are unique.
    pub projects: Vec<ProjectSettings>,
    /// Creates and follow-ups a project and hour.
    pub agent_per_hour: u32,
    /// Analytics requests an admin key and hour.
    pub analytics_per_hour: u32,
    /// Looks at jobs a project and hour.
    pub polls_per_hour: u32,
    /// What half of all jobs take less than, in seconds, before Docket has seen some.
    pub typical_job_s: u32,
    /// Public origin, where it differs from the one that requests name.
    pub origin: Option<BaseUrl>,
    /// Signs sessions.
    pub session_secret: SessionSecret,
    /// At least one; names are unique.
    pub operators: Vec<Operator>,
    /// Possibly none; ids are unique.
    pub tokens: Vec<Token>,
    /// What is allowed but looks wrong, a sentence each, for the log. Names only, never values.
    pub warnings: Vec<String>,
}

/// One project of the documentation service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectSettings {
    /// The service's identifier.
    pub id: ProjectId,
    /// Name for people.
    pub name: String,
    /// Name of the secret that holds the admin key.
    pub key_secret: String,
}

/// The secret that signs sessions. Never shown.
pub struct SessionSecret(String);

impl SessionSecret {
    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for SessionSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionSecret(…)")
    }
}

/// A setting that is missing or wrong. Shown to everyone, so it holds a name and never a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} {problem}")]
pub struct Missing {
    /// Name of the setting.
    pub name: String,
    /// The rest of the sentence.
    pub problem: String,
}

impl Settings {
    /// Reads all settings by name. An empty text counts as none.
    ///
    /// # Errors
    /// Everything that is missing or wrong, not only the first.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<Missing>> {
        read::all(&get)
    }

    /// The project with this id, if it is configured.
    #[must_use]
    pub fn project(&self, id: &ProjectId) -> Option<&ProjectSettings> {
        self.projects.iter().find(|project| project.id == *id)
    }

    /// The operator with this name.
    #[must_use]
    pub fn operator(&self, name: &str) -> Option<&Operator> {
        self.operators.iter().find(|operator| operator.name.0 == name)
    }
}

#[cfg(test)]
pub(crate) mod tests;
