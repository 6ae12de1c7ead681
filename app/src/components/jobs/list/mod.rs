//! Parts of the page of all jobs.

mod discard_all;
pub(crate) mod filters;
mod import_job;
pub(crate) mod lazy;
mod named_job;
pub(crate) mod older_jobs;
mod submission_entry;
mod submissions;
pub(crate) mod table;
