//! Backups and restores.

mod object;
mod restore;

pub use object::{InvalidObjectId, ObjectId, ObjectKind};
pub use restore::{RestoreStep, StoredValue, TableRows};
