//! Parts of the page about access.

pub(crate) mod created_token;
pub(crate) mod token_form;
pub(crate) mod token_table;
