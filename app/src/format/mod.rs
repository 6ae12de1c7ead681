//! How things are written for people. Pure functions; nothing here touches the browser.

pub(crate) mod analytics;
pub(crate) mod job;
pub(crate) mod link;
pub(crate) mod number;
pub(crate) mod time;
