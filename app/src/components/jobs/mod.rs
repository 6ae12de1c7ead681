//! Parts of the pages about jobs.

pub(crate) mod composer;
pub(crate) mod detail;
mod freshness;
pub(crate) mod list;
mod pending_mutation;
pub(crate) mod pull_request;
mod submission_actions;
mod text_form;
pub(crate) mod whole_submission;
