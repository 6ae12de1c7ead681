//! Everything that the console says, by domain, and nothing else: a second language is added here, without touching logic.
//!
//! A text without variables is a constant. One with variables is a function, whose caller formats numbers, dates and durations
//! with `format`. Other modules do not build sentences, because other languages order words differently. A sentence with a link
//! or a button in it is the exception: its constants are the texts before and after that element.

pub(crate) mod analytics;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod commands;
pub(crate) mod errors;
pub(crate) mod general;
pub(crate) mod inbox;
pub(crate) mod jobs;
pub(crate) mod labels;
pub(crate) mod periods;
pub(crate) mod settings;
pub(crate) mod shell;
pub(crate) mod templates;
pub(crate) mod time;
