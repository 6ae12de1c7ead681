//! Parts of the pages about jobs.

pub(crate) mod composer;
pub(crate) mod detail;
mod freshness;
pub(crate) mod labels;
pub(crate) mod list;
pub(crate) mod pause;
mod pending_mutation;
pub(crate) mod prompt_notes;
pub(crate) mod pull_request;
pub(crate) mod similar;
pub(crate) mod submission;
mod text_form;
