//! Parts of the page of one job.

mod copy;
pub(crate) mod earlier_history;
mod event;
pub(crate) mod facts;
pub(crate) mod job_actions;
mod label_form;
mod long_text;
pub(crate) mod polling_notice;
mod prompt_entry;
pub(crate) mod queue;
mod run_again;
pub(crate) mod timeline;
