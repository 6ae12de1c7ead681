//! Parts of the page about access, and the person's menu.

pub(crate) mod created_token;
mod end_sessions;
pub(crate) mod people_table;
pub(crate) mod person_menu;
pub(crate) mod session_list;
mod session_table;
pub(crate) mod token_form;
pub(crate) mod token_table;
