//! Reports on the deployment and its objects: health, metrics, and the status and retention of a project.

pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod status;
