//! Everything that the console says, by domain, and nothing else: a second language is added here, without touching logic.
//!
//! A text without parts is a constant. One with parts is a function of them, and they come formatted: numbers, dates and
//! durations are those of `format`. A sentence is never put together elsewhere, since other languages order it differently.

pub(crate) mod analytics;
pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod batch;
pub(crate) mod commands;
pub(crate) mod errors;
pub(crate) mod general;
pub(crate) mod inbox;
pub(crate) mod jobs;
pub(crate) mod settings;
pub(crate) mod shell;
pub(crate) mod templates;
pub(crate) mod time;
