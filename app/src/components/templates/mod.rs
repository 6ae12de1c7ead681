//! Prompt templates: the page with the list, the form and the versions, and the menu of a composer.

mod conflict;
mod editor;
mod fields;
pub(crate) mod lazy;
mod list;
mod menu;
mod page;
mod starters;
mod versions;
