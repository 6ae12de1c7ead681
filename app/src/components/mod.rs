//! Parts of pages that read the state of the console.

pub(crate) mod analytics;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod commands;
pub(crate) mod confirmation;
pub(crate) mod deferred;
mod docket_error;
pub(crate) mod error_notice;
pub(crate) mod extras;
pub(crate) mod filter_fields;
pub(crate) mod inbox;
pub(crate) mod jobs;
pub(crate) mod lazy;
pub(crate) mod load_more;
pub(crate) mod loaded;
pub(crate) mod may_change_jobs;
pub(crate) mod pause_notice;
pub(crate) mod settings;
pub(crate) mod shell;
pub(crate) mod templates;
