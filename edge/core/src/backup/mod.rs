//! Backup and restore: the tables of an object as text, and back.
//!
//! Nothing here knows a table by name. What is stored is read from SQLite's own list, so a new table is in the backup without
//! being added to one; what is left out is named, with the reason, by the [`Domain`].
//!
//! - [`snapshot`] reads an object's tables as they are at one moment, portion by portion, while the object continues to write.
//! - [`restore`] fills the tables of an empty object with a backup of its own or an earlier schema, and migrates them.
//! - [`step`] takes what a caller sends of a restore, or of a move of a project to another id.
//! - [`checkpoint`] is where a file can be continued, with a hash of everything before.

pub mod checkpoint;
mod cursor;
mod domain;
mod file;
mod merge;
pub mod restore;
mod row;
pub mod snapshot;
pub mod step;
mod table;

pub use domain::{Domain, MoveProject};
pub use file::{FORMAT, end_line, first_object, header_line, object_line};
