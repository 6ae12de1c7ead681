//! Parts of the page of one job.

mod copy;
pub(crate) mod earlier_history;
pub(crate) mod facts;
pub(crate) mod job_actions;
mod label_form;
mod polling_button;
pub(crate) mod polling_notice;
pub(crate) mod queue;
mod run_again;
pub(crate) mod timeline;
