//! Prompt templates: what is typed into their forms, the list, and how they are filled in.

pub(crate) mod changes;
pub(crate) mod choice;
pub(crate) mod editing;
pub(crate) mod entries;
pub(crate) mod filling;
pub(crate) mod form;
pub(crate) mod listed;
pub(crate) mod new;
pub(crate) mod page_context;
pub(crate) mod starters;
