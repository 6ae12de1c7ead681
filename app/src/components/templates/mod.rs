//! Prompt templates: the list, the form and the versions, and the menu of a composer.

mod choices;
mod conflict;
pub(crate) mod editor;
mod fields;
mod fill;
pub(crate) mod lazy;
pub(crate) mod list;
mod menu;
pub(crate) mod not_loaded;
pub(crate) mod starters;
mod versions;
