//! Parts of the page of one job.

pub(crate) mod earlier_history;
mod event;
pub(crate) mod facts;
pub(crate) mod job_actions;
pub(crate) mod polling_notice;
pub(crate) mod timeline;
