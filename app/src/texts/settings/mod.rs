//! What settings, health and retention say.

pub(crate) mod deployment;
pub(crate) mod polling;
pub(crate) mod project;
pub(crate) mod retention;

pub(crate) const HOW_DOCKET_IS_SET_UP: &str = "Docket's configuration and status. Next to each value is the \
     setting that changes it. Set variables in wrangler.jsonc and secrets with wrangler secret put; on your own \
     machine, set both in the environment.";
pub(crate) const NO_PROJECT_YET: &str = "You have no access to a project yet. Ask an admin of this deployment for a role: \
     it needs a rule in the setting DOCKET_ROLES.";

// Reading everything again.
pub(crate) const REFRESH: &str = "Refresh";
/// Before how long ago everything was read.
pub(crate) const UPDATED: &str = "Updated ";
/// Beside the button, while everything is read.
pub(crate) const REFRESHING: &str = "Refreshing…";
/// Announced when everything is read.
pub(crate) const REFRESHED_ANNOUNCED: &str = "Refreshed";
/// Announced while everything is read.
pub(crate) const REFRESHING_ANNOUNCED: &str = "Refreshing";
