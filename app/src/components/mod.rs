//! Parts of pages that read the state of the console.

pub(crate) mod analytics;
pub(crate) mod error_notice;
pub(crate) mod jobs;
pub(crate) mod lazy;
pub(crate) mod pause_notice;
pub(crate) mod shell;
