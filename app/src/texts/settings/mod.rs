//! What settings, health and retention say.

pub(crate) mod deployment;
pub(crate) mod polling;
pub(crate) mod project;
pub(crate) mod retention;

pub(crate) const HOW_DOCKET_IS_SET_UP: &str = "How Docket is set up, and how it is doing. Beside each value \
     is the setting that changes it. Those who deploy Docket set it: a variable in wrangler.jsonc, a secret \
     with wrangler secret put; on a machine of your own, both in the environment.";
pub(crate) const NO_PROJECT_YET: &str = "You see no project yet. Ask an admin of this deployment for a role: \
     it needs a rule in the setting DOCKET_ROLES.";

// Reading everything again.
pub(crate) const READ_AGAIN: &str = "Read again";
/// Before how long ago everything was read.
pub(crate) const READ_AT: &str = "Read ";
/// Beside the button, while everything is read.
pub(crate) const READING_NOW: &str = "Reading…";
/// Announced when everything is read.
pub(crate) const READ: &str = "Read";
/// Announced while everything is read.
pub(crate) const READING: &str = "Reading";
