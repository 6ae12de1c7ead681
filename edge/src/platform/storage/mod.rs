//! The database of an object: its statements, what they are billed, and when the object opens.

pub(crate) mod lazy_open;
pub(crate) mod not_open;
pub(crate) mod rows;
pub(crate) mod sql;
