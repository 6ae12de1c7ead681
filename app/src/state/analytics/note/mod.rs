//! The note on a day: its draft in the browser, and how it is saved.

pub(crate) mod draft;
pub(crate) mod editing;
