//! The field for labels, and the form around it.

mod change;
pub(crate) mod field;
pub(crate) mod form;
mod input;
mod suggestions;
