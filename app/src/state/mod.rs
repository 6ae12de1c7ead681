//! What the console knows. Signals here are created once, above the routes, and outlive every page.

pub(crate) mod access;
pub(crate) mod analytics;
pub(crate) mod backoff;
pub(crate) mod console;
pub(crate) mod draft;
pub(crate) mod drafts;
pub(crate) mod fetched;
pub(crate) mod keys;
pub(crate) mod ledger;
pub(crate) mod line;
pub(crate) mod mirror;
pub(crate) mod offers;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod search;
pub(crate) mod theme;
pub(crate) mod timeline;
