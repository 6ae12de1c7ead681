//! Parts of the pages about jobs.

pub(crate) mod composer;
mod event;
pub(crate) mod facts;
pub(crate) mod filters;
mod freshness;
pub(crate) mod import_job;
pub(crate) mod job_actions;
pub(crate) mod older_jobs;
mod pending_mutation;
pub(crate) mod polling_notice;
pub(crate) mod pull_request;
mod submission_actions;
pub(crate) mod submissions;
pub(crate) mod table;
mod text_form;
pub(crate) mod timeline;
