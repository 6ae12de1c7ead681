//! The state of the console: what outlives every page in [`console::Console`], and what a page holds while it is open.

pub(crate) mod analytics;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod bulk;
pub(crate) mod commands;
pub(crate) mod console;
pub(crate) mod fetched;
pub(crate) mod inbox;
pub(crate) mod jobs;
pub(crate) mod pending_request;
pub(crate) mod positions;
pub(crate) mod projects;
pub(crate) mod prompt_budget;
pub(crate) mod question;
mod request_order;
pub(crate) mod stored_form;
pub(crate) mod templates;
pub(crate) mod theme;
