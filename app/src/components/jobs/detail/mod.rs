//! Parts of the page of one job.

mod event;
pub(crate) mod facts;
pub(crate) mod job_actions;
pub(crate) mod polling_notice;
pub(crate) mod timeline;
