//! The state of the console. Its signals are created once, above the routes, and outlive every page.

pub(crate) mod analytics;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod bulk;
pub(crate) mod console;
pub(crate) mod fetched;
pub(crate) mod inbox;
pub(crate) mod jobs;
pub(crate) mod keys;
pub(crate) mod labels;
pub(crate) mod palette;
pub(crate) mod projects;
pub(crate) mod shortcuts;
pub(crate) mod similar;
pub(crate) mod templates;
pub(crate) mod theme;
pub(crate) mod token_draft;
