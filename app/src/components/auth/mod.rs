//! Parts of the page about access, and the account menu.

pub(crate) mod account_menu;
pub(crate) mod created_token;
mod end_sessions;
pub(crate) mod people_table;
pub(crate) mod session_list;
mod session_table;
pub(crate) mod token_form;
pub(crate) mod token_table;
