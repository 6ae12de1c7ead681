//! Parts of the page of all jobs.

pub(crate) mod bulk_bar;
mod bulk_labels;
pub(crate) mod filters;
pub(crate) mod import_job;
pub(crate) mod older_jobs;
mod row_boxes;
mod row_links;
mod row_selection;
mod rows;
pub(crate) mod search;
pub(crate) mod service_notice;
pub(crate) mod submissions;
pub(crate) mod table;
