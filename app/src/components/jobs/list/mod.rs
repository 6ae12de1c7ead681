//! Parts of the page of all jobs.

pub(crate) mod filters;
pub(crate) mod import_job;
pub(crate) mod older_jobs;
pub(crate) mod submissions;
pub(crate) mod table;
