//! Whether Docket can work.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::SignInMethod;

/// Response of `GET /api/health`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Whether Docket works.
    pub status: HealthState,
    /// One sentence for each setting that is missing or invalid, with its name and without its value.
    pub missing: Vec<String>,
    /// How people can sign in: at least one method, unless a setting is missing.
    pub sign_in: BTreeSet<SignInMethod>,
    /// One sentence for each object that does not work. Only `?deep=1` checks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<String>,
    /// One sentence for each project whose polling is late. Only `?deep=1` checks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<String>,
    /// One sentence for each project whose calls about jobs the service has failed to answer for ten minutes, or has rejected with the
    /// key. Only `?deep=1` checks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service: Vec<String>,
    /// Version of Docket.
    pub version: String,
    /// Memory of the instance of the Worker that responds, including its objects, in bytes. It grows when more is
    /// needed at once than ever before, and never shrinks. Only with `?deep=1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
}

/// Whether Docket works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HealthState {
    /// Docket works, as far as was checked.
    Ok,
    /// A setting is missing; every other route responds with 503.
    NotConfigured,
    /// An object does not work, so its routes respond with errors; polling is late; or the service does not work.
    Degraded,
}
