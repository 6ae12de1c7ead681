//! How the console writes values for people. Pure functions.

pub(crate) mod analytics;
pub(crate) mod browser;
pub(crate) mod budget;
pub(crate) mod curl;
pub(crate) mod inbox;
pub(crate) mod job;
pub(crate) mod link;
pub(crate) mod locale;
pub(crate) mod next_step;
pub(crate) mod number;
pub(crate) mod prompt;
pub(crate) mod settings;
pub(crate) mod time;
