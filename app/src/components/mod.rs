//! Parts of pages that know of jobs, visitors and the console.

pub(crate) mod account;
pub(crate) mod actions;
pub(crate) mod analytics;
pub(crate) mod composer;
pub(crate) mod doing;
pub(crate) mod facts;
pub(crate) mod filters;
pub(crate) mod freshness;
pub(crate) mod job_actions;
pub(crate) mod jobs_table;
pub(crate) mod line_state;
pub(crate) mod project_switch;
pub(crate) mod shell;
pub(crate) mod shortcuts;
pub(crate) mod submissions;
pub(crate) mod text_form;
pub(crate) mod timeline;
